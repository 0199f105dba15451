import type { GrayPicture } from '@chancery/reading/ocr/gray-picture'

/**
 * Ink in runs: what of a row is dark without a gap. Runs that touch, also by a corner, are one component. Lists of equal
 * length, in rows from the top, each from the left.
 */
export interface Components {
  readonly runs: number
  /** Of each run: row, first pixel, pixel behind the last, and number of its component. */
  readonly row: Int32Array
  readonly start: Int32Array
  readonly end: Int32Array
  readonly component: Int32Array
  readonly count: number
  /** Of each component: the rectangle around it, in pixels; `right` and `bottom` are behind the last. */
  readonly left: Int32Array
  readonly top: Int32Array
  readonly right: Int32Array
  readonly bottom: Int32Array
}

/** A page of the smallest print, as large as pages are read, has some 800,000. */
const mostRuns = 4_000_000

/**
 * The connected components of the ink, in linear time: one pass that joins runs of neighbouring rows, by disjoint sets
 * (Tarjan 1975).
 * @param level what is darker is ink, or lighter where that is `inverted`
 * @returns `undefined` where there are more runs than any page of text has
 */
export function connectedComponents(
  { width, height, pixels }: GrayPicture,
  level: number,
  inverted: boolean,
): Components | undefined {
  let capacity = 1 << 16
  let [row, start, end, set] = Array.from({ length: 4 }, () => new Int32Array(capacity)) as Four
  let runs = 0
  const first = (run: number): number => {
    let at = run
    while (set[at] !== at) at = set[at] = set[set[at]!]!
    return at
  }
  for (let y = 0, above = 0; y < height; y++) {
    const begin = runs
    let near = above
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (pixels[at]! < level === inverted) continue
      const from = x
      for (; x < width && pixels[at]! < level !== inverted; x++) at++
      if (runs === capacity) {
        if (runs >= mostRuns) return undefined
        capacity *= 2
        ;[row, start, end, set] = [row, start, end, set].map((list) => enlarged(list, capacity)) as Four
      }
      row[runs] = y
      start[runs] = from
      end[runs] = x
      set[runs] = runs
      while (near < begin && end[near]! < from) near++
      for (let other = near; other < begin && start[other]! <= x; other++) {
        const [one, two] = [first(other), first(runs)]
        if (one < two) set[two] = one
        else set[one] = two
      }
      runs++
    }
    above = begin
  }
  return { runs, row, start, end, ...rectangles({ runs, row, start, end, first }) }
}

type Four = [Int32Array, Int32Array, Int32Array, Int32Array]

function enlarged(list: Int32Array, capacity: number): Int32Array {
  const larger = new Int32Array(capacity)
  larger.set(list)
  return larger
}

function rectangles({
  runs,
  row,
  start,
  end,
  first,
}: Pick<Components, 'runs' | 'row' | 'start' | 'end'> & { readonly first: (run: number) => number }) {
  const component = new Int32Array(runs)
  let count = 0
  // The first run of a component stands before all others of it.
  for (let run = 0; run < runs; run++) component[run] = first(run) === run ? count++ : component[first(run)]!
  const [left, top, right, bottom] = Array.from({ length: 4 }, () => new Int32Array(count)) as Four
  left.fill(0x7fffffff)
  top.fill(-1)
  for (let run = 0; run < runs; run++) {
    const at = component[run]!
    if (top[at] === -1) top[at] = row[run]!
    if (start[run]! < left[at]!) left[at] = start[run]!
    if (end[run]! > right[at]!) right[at] = end[run]!
    bottom[at] = row[run]! + 1
  }
  return { component, count, left, top, right, bottom }
}
