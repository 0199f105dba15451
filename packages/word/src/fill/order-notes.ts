import { contentOf, type ZipEntry } from '@chancery/formats/zip'
import { notesOf } from '../package/notes-of.ts'
import type { WordPackage } from '../package/open-package.ts'
import { xmlEntry } from '../package/write-package.ts'
import { largestIdIn, renewIds, withoutParagraphIds } from '../xml/renew-ids.ts'
import { countXml } from './count-xml.ts'

interface Filled {
  readonly parts: ReadonlyMap<string, string>
  readonly added: ReadonlyMap<string, ZipEntry>
}

const kinds = ['footnote', 'endnote'] as const
type NoteKind = (typeof kinds)[number]

/**
 * A filled document with its notes in the order of their numbers in the text. What a section repeats refers to copies of its
 * notes, and notes that nothing refers to any longer go. LibreOffice gives the numbers in the text the notes in the
 * order of their ids.
 */
export function withOrderedNotes<Given extends Filled>(file: WordPackage, given: Given): Given {
  let filled = given
  for (const kind of kinds) {
    const main = filled.parts.get(file.mainPart)
    const part = main === undefined ? undefined : partOfNotes(kind, file, filled)
    if (main === undefined || part === undefined) continue
    const ordered = orderNotes(kind, main, textOf(part, file, filled), () => file.xml(file.mainPart))
    if (ordered === undefined) continue
    filled = {
      ...filled,
      parts: new Map(filled.parts).set(file.mainPart, ordered.main),
      added: new Map(filled.added).set(part, xmlEntry(part, ordered.notes)),
    }
  }
  return filled
}

function partOfNotes(kind: NoteKind, { types }: WordPackage, { added }: Filled): string | undefined {
  for (const [name, type] of types) if (type.endsWith(`.${kind}s+xml`)) return name
  const own = `word/${kind}s.xml`
  return added.has(own) ? own : undefined
}

function textOf(part: string, file: WordPackage, { parts, added }: Filled): string {
  const entry = added.get(part)
  return entry === undefined ? (parts.get(part) ?? file.xml(part)) : new TextDecoder().decode(contentOf(entry))
}

/** Both parts anew; `undefined` where the notes stand, and are numbered, as the text refers to them. */
function orderNotes(
  kind: NoteKind,
  main: string,
  xml: string,
  template: () => string,
): { readonly main: string; readonly notes: string } | undefined {
  const reference = new RegExp(String.raw`(<w:${kind}Reference\b[^<>]*?\bw:id=")([^"]*)(?=")`, 'g')
  const notes = notesOf(xml, `w:${kind}`)
  const known = new Map(notes.map((note) => [note.id, note]))
  const idsIn = (text: string): readonly string[] =>
    text.includes(`<w:${kind}Reference`) ? [...text.matchAll(reference)].map(([, , id = '']) => id) : []
  const referred = idsIn(main).filter((id) => known.has(id))
  const shown = new Set(referred)
  // What the template does not refer to either, stays behind the others.
  const inTemplate = new Set(shown.size === notes.length ? [] : idsIn(template()))
  const stray = notes.filter(({ id }) => !shown.has(id) && !inTemplate.has(id))
  const first = Number(referred[0])
  if (
    referred.length + stray.length === notes.length &&
    referred.every((id, at) => id === notes[at]?.id && Number(id) === first + at)
  )
    return undefined
  const count = countXml()
  const taken = new Set<string>()
  const written: string[] = []
  let next = firstFree(kind, xml, known)
  const renumbered = main.replaceAll(reference, (whole, before: string, id: string) => {
    const note = known.get(id)
    if (note === undefined) return whole
    count(note.xml.length)
    const own = taken.has(id) ? withoutParagraphIds(note.xml) : note.xml
    taken.add(id)
    written.push(own.replace(/\bw:id="[^"]*"/, `w:id="${next}"`))
    return `${before}${next++}`
  })
  const copies = written.length - taken.size
  for (const note of stray) written.push(note.xml.replace(/\bw:id="[^"]*"/, `w:id="${next++}"`))
  const ordered = placed(xml, notes, written.join(''))
  return {
    main: renumbered,
    // Marks within notes that were copied get ids of their own.
    notes: copies > 0 ? renewIds(ordered, Math.max(largestIdIn(main), largestIdIn(xml))) : ordered,
  }
}

/** The first number above those of the lines that part notes from the text. */
function firstFree(kind: NoteKind, xml: string, notes: ReadonlyMap<string, unknown>): number {
  let free = 1
  for (const [, id = ''] of xml.matchAll(new RegExp(String.raw`<w:${kind}\b[^<>]*?\bw:id="([^"]*)"`, 'g')))
    if (!notes.has(id)) free = Math.max(free, Number(id) + 1 || free)
  return free
}

/** The part with other notes in the place of its own. */
function placed(xml: string, notes: readonly { readonly xml: string }[], written: string): string {
  const pieces: string[] = []
  let done = 0
  for (const note of notes) {
    const at = xml.indexOf(note.xml, done)
    pieces.push(xml.slice(done, at))
    done = at + note.xml.length
  }
  const rest = xml.slice(done)
  const end = rest.lastIndexOf('</')
  return [...pieces, rest.slice(0, end), written, rest.slice(end)].join('')
}
