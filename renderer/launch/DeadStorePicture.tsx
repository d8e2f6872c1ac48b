/** Two stores to the same bytes and no load in between. */
export function DeadStorePicture() {
  return (
    <svg className="picture" viewBox="0 0 330 52" role="img" aria-label="First a store to a, then another store to a, with no load in between: the first store is dead">
      <line x1="8" y1="40" x2="322" y2="40" className="picture-axis" />
      <path d="M40 34 l5 6 -5 6 -5 -6z" className="picture-earlier" />
      <text x="40" y="14" textAnchor="middle" className="picture-code">a = 0</text>
      <text x="40" y="27" textAnchor="middle" className="picture-word">dead store</text>
      <path d="M60 40 H 250" className="picture-gap" />
      <text x="155" y="34" textAnchor="middle" className="picture-word">nobody reads a</text>
      <path d="M275 34 l6 11 h-12z" className="picture-later" />
      <text x="275" y="14" textAnchor="middle" className="picture-code">a = f(x)</text>
      <text x="275" y="27" textAnchor="middle" className="picture-word">killing store</text>
    </svg>
  )
}
