/** The part that holds the relationships of another, or of the package itself where `part` is empty (ECMA-376 part 2, 8.4). */
export function relationshipsPart(part: string): string {
  const name = part.lastIndexOf('/') + 1
  return `${part.slice(0, name)}_rels/${part.slice(name)}.rels`
}

/** The part that a relationship of another one leads to: its target is relative to that part's folder, or to the root. */
export function targetPart(part: string, target: string): string {
  const segments: string[] = []
  const path = target.startsWith('/') ? target : part.slice(0, part.lastIndexOf('/') + 1) + target
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.join('/')
}
