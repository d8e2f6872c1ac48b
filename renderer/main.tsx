import { createApplication } from './application/application.ts'
import { failureText } from './application/failure.ts'
import { answersAgain, connect, type Connection } from './rpc/connection.ts'
import { showUnreachable, showWindow } from './show_window.tsx'

async function show({ client, lost }: Connection): Promise<void> {
  const application = createApplication(client)
  showWindow(application)
  application.store.setState({ disconnected: await lost })
  await comeBack()
}

async function comeBack(): Promise<void> {
  await answersAgain()
  window.location.reload()
}

connect()
  .then(show, (error) => {
    showUnreachable(failureText(error))
    return comeBack()
  })
  .catch((error) => showUnreachable(failureText(error)))
