/** A line through points: x and y by turns. */
export interface Subpath {
  readonly points: number[]
  isClosed: boolean
}

const token = /([MmLlHhVvCcSsQqTtAaZz])|([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/gi
const counts: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7, z: 0 }
const curveSteps = 16
const maxPoints = 100_000

/** The lines of an SVG path (SVG 2, 9.3), curves in short straight pieces. */
export function pathLines(data: string): readonly Subpath[] {
  const paths: Subpath[] = []
  let path: Subpath = { points: [], isClosed: false }
  let [x, y, startX, startY, controlX, controlY, total] = [0, 0, 0, 0, 0, 0, 0]
  let previous = ''
  const begin = (): void => {
    path = { points: [x, y], isClosed: false }
    paths.push(path)
    ;[startX, startY] = [x, y]
  }
  const to = (nextX: number, nextY: number): void => {
    if (path.points.length === 0 || path.isClosed) begin()
    ;[x, y] = [nextX, nextY]
    path.points.push(x, y)
    total++
  }
  const cubic = (x1: number, y1: number, x2: number, y2: number, endX: number, endY: number): void => {
    const [fromX, fromY] = [x, y]
    for (let step = 1; step <= curveSteps; step++) {
      const t = step / curveSteps
      const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3]
      to(a * fromX + b * x1 + c * x2 + d * endX, a * fromY + b * y1 + c * y2 + d * endY)
    }
    ;[controlX, controlY] = [x2, y2]
  }
  const draw = (command: string, n: readonly number[]): void => {
    const lower = command.toLowerCase()
    const [dx, dy] = command === lower ? [x, y] : [0, 0]
    const at = (index: number): number => (n[index] ?? 0) + (index % 2 === 0 ? dx : dy)
    if (!'csqt'.includes(lower) || !'csqt'.includes(previous)) [controlX, controlY] = [x, y]
    switch (lower) {
      case 'm':
        ;[x, y] = [at(0), at(1)]
        begin()
        break
      case 'l':
        to(at(0), at(1))
        break
      case 'h':
        to((n[0] ?? 0) + dx, y)
        break
      case 'v':
        to(x, (n[0] ?? 0) + dy)
        break
      case 'c':
        cubic(at(0), at(1), at(2), at(3), at(4), at(5))
        break
      case 's':
        cubic(2 * x - controlX, 2 * y - controlY, at(0), at(1), at(2), at(3))
        break
      case 'q':
      case 't': {
        const [qx, qy] = lower === 'q' ? [at(0), at(1)] : [2 * x - controlX, 2 * y - controlY]
        const [endX, endY] = lower === 'q' ? [at(2), at(3)] : [at(0), at(1)]
        cubic(
          x + (2 / 3) * (qx - x),
          y + (2 / 3) * (qy - y),
          endX + (2 / 3) * (qx - endX),
          endY + (2 / 3) * (qy - endY),
          endX,
          endY,
        )
        ;[controlX, controlY] = [qx, qy]
        break
      }
      case 'a':
        arc(x, y, n, (n[5] ?? 0) + dx, (n[6] ?? 0) + dy, to)
        break
      default:
        path.isClosed = true
        ;[x, y] = [startX, startY]
    }
    previous = lower
  }
  let command = ''
  let numbers: number[] = []
  for (const [, letter, digits] of data.matchAll(token)) {
    if (total > maxPoints) break
    if (letter !== undefined) {
      ;[command, numbers] = [letter, []]
      if (letter.toLowerCase() === 'z') draw(letter, [])
      continue
    }
    numbers.push(Number(digits))
    if (command === '' || numbers.length < (counts[command.toLowerCase()] ?? 0)) continue
    draw(command, numbers)
    numbers = []
    // What follows a move without a letter is a line.
    if (command === 'm') command = 'l'
    if (command === 'M') command = 'L'
  }
  return paths
}

/** An elliptical arc (SVG 2, appendix B.2.4). */
function arc(
  x1: number,
  y1: number,
  [givenX = 0, givenY = 0, turn = 0, large = 0, sweep = 0]: readonly number[],
  x2: number,
  y2: number,
  to: (x: number, y: number) => void,
): void {
  let [rx, ry] = [Math.abs(givenX), Math.abs(givenY)]
  if (rx === 0 || ry === 0 || (x1 === x2 && y1 === y2)) {
    to(x2, y2)
    return
  }
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const [halfX, halfY] = [(x1 - x2) / 2, (y1 - y2) / 2]
  const [px, py] = [cos * halfX + sin * halfY, cos * halfY - sin * halfX]
  const scale = Math.sqrt(Math.max(1, (px / rx) ** 2 + (py / ry) ** 2))
  ;[rx, ry] = [rx * scale, ry * scale]
  const over = Math.max(0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2) / ((rx * py) ** 2 + (ry * px) ** 2)
  const factor = (large === sweep ? -1 : 1) * Math.sqrt(over)
  const [cx, cy] = [(factor * rx * py) / ry, (-factor * ry * px) / rx]
  const [centerX, centerY] = [cos * cx - sin * cy + (x1 + x2) / 2, sin * cx + cos * cy + (y1 + y2) / 2]
  const from = Math.atan2((py - cy) / ry, (px - cx) / rx)
  let delta = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - from
  if (sweep === 0 && delta > 0) delta -= 2 * Math.PI
  if (sweep !== 0 && delta < 0) delta += 2 * Math.PI
  const steps = Math.ceil((Math.abs(delta) / (2 * Math.PI)) * 64) + 1
  for (let step = 1; step < steps; step++) {
    const angle = from + (delta * step) / steps
    const [ex, ey] = [rx * Math.cos(angle), ry * Math.sin(angle)]
    to(cos * ex - sin * ey + centerX, sin * ex + cos * ey + centerY)
  }
  to(x2, y2)
}
