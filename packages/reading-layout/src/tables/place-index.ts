/** Items kept at one place; more stand over each other. */
const mostAtPlace = 8

/** What stands on a page by the place of one of its corners, to be found from near it in steps that do not grow. */
export class PlaceIndex<T> {
  private readonly step: number
  private readonly places = new Map<number, T[]>()

  /** @param step points that are one place */
  constructor(step = 1) {
    this.step = step
  }

  put(x: number, y: number, item: T): void {
    const key = keyOf(Math.round(x / this.step), Math.round(y / this.step))
    const there = this.places.get(key)
    if (there === undefined) this.places.set(key, [item])
    else if (there.length < mostAtPlace) there.push(item)
  }

  /** The first item that it is, up to 2 steps beside the place and 5 above or below. */
  near(x: number, y: number, is: (item: T) => boolean): T | undefined {
    const [column, row] = [Math.round(x / this.step), Math.round(y / this.step)]
    for (let right = -2; right <= 2; right++) {
      for (let down = -5; down <= 5; down++) {
        const found = this.places.get(keyOf(column + right, row + down))?.find(is)
        if (found !== undefined) return found
      }
    }
    return undefined
  }

  isNear(x: number, y: number, is: (item: T) => boolean): boolean {
    return this.near(x, y, is) !== undefined
  }
}

const keyOf = (column: number, row: number): number => column * 100_000 + row
