/** Names of drawings, which only a list of objects shows. */
const drawingName = /(<(?:wp:docPr|\w+:cNvPr)\b[^<>]*?\sname=")([^"]*)"/g
/** Programs number them anew in each document. */
const alike = (name: string): string => name.replaceAll(/\d+/g, '1')

/** `Picture 3`; of one sample alone nothing else says that no client is meant. */
const givenByPrograms = /^\p{L}{2,20}(?: \p{L}{2,20})?[ _]?\d+$/u

const namesIn = (parts: readonly string[]): ReadonlySet<string> =>
  new Set(parts.flatMap((xml) => Array.from(xml.matchAll(drawingName), ([, , name = '']) => alike(name))))

/**
 * The parts of a document, its drawings called "Object" where not all samples have one of that name: it may be a client's.
 * @param parts of the document by name
 * @param others the parts of each other sample
 */
export function withoutOwnNames(
  parts: ReadonlyMap<string, string>,
  others: readonly (readonly string[])[],
): Map<string, string> {
  const inOthers = others.map(namesIn)
  const isCommon = (name: string): boolean =>
    others.length === 0 ? givenByPrograms.test(name) : inOthers.every((names) => names.has(alike(name)))
  return new Map(
    [...parts].map(([part, xml]) => [
      part,
      xml.replaceAll(drawingName, (whole, start: string, name: string) => (isCommon(name) ? whole : `${start}Object"`)),
    ]),
  )
}
