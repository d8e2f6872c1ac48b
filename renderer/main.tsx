import { createApplication } from './application/application.ts'
import { failureText } from './application/failure.ts'
import { connect } from './rpc/connection.ts'
import { showUnreachable, showWindow } from './show_window.tsx'

connect()
  .then(({ client, lost }) => {
    const application = createApplication(client)
    showWindow(application)
    return lost.then((reason) => application.store.setState({ disconnected: reason }))
  })
  .catch((error) => showUnreachable(failureText(error)))
