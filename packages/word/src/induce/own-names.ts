/** Names of drawings, which only a list of objects shows. */
const drawingName = /(<(?:wp:docPr|\w+:cNvPr)\b[^<>]*?\sname=")([^"]*)"/g
/** `Picture 3`; of one sample alone nothing else says that no client is meant. */
const givenByPrograms = /^\p{L}{2,20}(?: \p{L}{2,20})?[ _]?\d+$/u

/** Programs number them anew in each document; the number in a file's name, `plan-2026-31.png`, is a client's. */
const alike = (name: string): string => (givenByPrograms.test(name) ? name.replace(/\d+$/, '1') : name)

const namesIn = (parts: readonly string[]): ReadonlySet<string> =>
  new Set(
    parts.flatMap((xml) => Array.from(xml.matchAll(drawingName), ([, , name = '']) => [name, alike(name)]).flat()),
  )

/**
 * The parts of a document, its drawings called "Object" where not all samples have one of that name, and numbered `1` where
 * their numbers differ: either may be a client's.
 * @param parts of the document by name
 * @param others the parts of each other sample
 */
export function withoutOwnNames(
  parts: ReadonlyMap<string, string>,
  others: readonly (readonly string[])[],
): Map<string, string> {
  const inOthers = others.map(namesIn)
  const isCommon = (name: string): boolean =>
    others.length === 0 ? givenByPrograms.test(name) : inOthers.every((names) => names.has(name))
  const common = (name: string): string => {
    if (isCommon(name)) return name
    return others.length > 0 && inOthers.every((names) => names.has(alike(name))) ? alike(name) : 'Object'
  }
  return new Map(
    [...parts].map(([part, xml]) => [
      part,
      xml.replaceAll(drawingName, (_, start: string, name: string) => `${start}${common(name)}"`),
    ]),
  )
}
