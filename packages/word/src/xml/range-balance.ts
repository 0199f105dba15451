/** What begins and ends at places of its own, each with the same id: a pattern of the names, without `Start` and `End`. */
export const ranges = '(?:bookmark|perm|moveFromRange|moveToRange)'

const rangeEnds = new RegExp(`<(w:${ranges})(Start|End)\\b[^>]*/>`, 'g')

/** Starts and ends of bookmarks and their like, as what turned left them. */
export class RangeBalance {
  /** By kind and id as the template has it. */
  private readonly open = new Set<string>()
  /** By kind and new id: whether it begins, and how often it ends. */
  private readonly ends = new Map<string, { begins: boolean; count: number }>()

  isOpen(kind: string, id: string): boolean {
    return this.open.has(`${kind} ${id}`)
  }

  begin(kind: string, id: string, own: string): void {
    this.open.add(`${kind} ${id}`)
    this.of(kind, own).begins = true
  }

  end(kind: string, id: string, own: string): void {
    this.open.delete(`${kind} ${id}`)
    this.of(kind, own).count += 1
  }

  private of(kind: string, own: string): { begins: boolean; count: number } {
    const known = this.ends.get(`${kind} ${own}`) ?? { begins: false, count: 0 }
    this.ends.set(`${kind} ${own}`, known)
    return known
  }

  /** Without starts that never end, ends that never began, and all ends of a range but the last. */
  applied(xml: string): string {
    if ([...this.ends.values()].every(({ begins, count }) => begins && count === 1)) return xml
    return xml.replaceAll(rangeEnds, (found, kind: string, side: string) => {
      const range = this.ends.get(`<${kind} ${/\bw:id="([^"]*)"/.exec(found)?.[1] ?? ''}`)
      if (range === undefined) return found
      if (!range.begins || range.count === 0) return ''
      if (side === 'Start') return found
      range.count -= 1
      return range.count === 0 ? found : ''
    })
  }
}
