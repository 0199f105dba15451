import type { Finding } from '@chancery/core'
import { cleanText } from '../runs/clean-text.ts'
import { escapeXml } from '../xml/escape-xml.ts'
import { relationsOf, type WordPackage } from '../package/open-package.ts'
import { attribute, scanXml } from '../xml/scan-xml.ts'
import { annotator, type Paragraph, textMap } from '../package/text-map.ts'
import { xmlOffset } from '../package/segment.ts'
import { writePackage } from '../package/write-package.ts'
import { mainLabel } from '../package/word-parts.ts'
import { type Anchors, commentAnchors } from './comment-anchors.ts'

/** Comments in one copy; more are of no help to anybody. */
const maxComments = 500
const contentTypes = '[Content_Types].xml'
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

interface Range {
  readonly start: number
  readonly end: number
}

/** What is put into the XML of a part, and what it replaces (`from` to `until`). */
interface Insertion {
  readonly from: number
  readonly until: number
  readonly text: string
  /** Of those at one place: what closes comes first, what opens last. */
  readonly rank: number
}

/**
 * The template with a Word comment at each finding: around its very text in the body, and at the body's first paragraph
 * for parts that cannot hold comments (headers, footers, notes). No text is changed; runs are parted where a range begins
 * or ends. Absent where the body cannot be read, or has no paragraph.
 */
export function annotateTemplate(file: WordPackage, findings: readonly Finding[]): Uint8Array | undefined {
  const name = file.mainPart
  const xml = file.xml(name)
  const body = textMap(xml, new Set())
  if (body.fault !== undefined) return undefined
  const anchors = commentAnchors(xml)
  if (anchors.first === undefined) return undefined
  const comments = commentsPart(file, name)
  const byNumber = new Map(body.paragraphs.filter(({ isFallback }) => !isFallback).map((each) => [each.number, each]))
  const insertions: Insertion[] = []
  const texts: string[] = []
  const spaced = new Set<number>()
  for (const [index, finding] of findings.slice(0, maxComments).entries()) {
    const { location } = finding
    const paragraph = location?.part === mainLabel ? byNumber.get(location.paragraph ?? 0) : undefined
    const range =
      paragraph === undefined || !isInText(paragraph, location)
        ? undefined
        : { start: location?.start ?? 0, end: location?.end ?? 0 }
    const id = comments.nextId + index
    const marks = marksOf(id)
    const around =
      paragraph === undefined || range === undefined
        ? undefined
        : aroundText(xml, anchors, paragraph, range, marks, spaced)
    for (const item of around ?? aroundParagraph(anchors, paragraph ?? byNumber.get(1), marks)) insertions.push(item)
    texts.push(commentXml(id, linesOf(finding, paragraph === undefined)))
  }
  const parts = new Map(comments.parts(texts))
  parts.set(name, applied(xml, insertions))
  return writePackage(file, parts)
}

/** Whether a finding's range is of the paragraph's own text, and not of a field's or an attribute's. */
const isInText = ({ text }: Paragraph, location: Finding['location']): boolean => {
  const { start, end, field, excerpt } = location ?? {}
  if (start === undefined || end === undefined || field !== undefined || excerpt === undefined) return false
  return text.startsWith(excerpt.text.slice(excerpt.start, excerpt.end), start)
}

interface Marks {
  readonly start: string
  /** The end of the range, and the run that shows the comment. */
  readonly end: string
}

const marksOf = (id: number): Marks => ({
  start: `<w:commentRangeStart w:id="${id}"/>`,
  end: `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`,
})

/** Around the characters of a range; none where they stand in something that cannot be parted, such as a formula. */
function aroundText(
  xml: string,
  { runs }: Anchors,
  { segments, containers }: Paragraph,
  { start, end }: Range,
  marks: Marks,
  spaced: Set<number>,
): readonly Insertion[] | undefined {
  // Word has no comments in text boxes.
  if (containers.some((each) => each.startsWith('w:txbxContent'))) return undefined
  const first = segments.find((segment) => segment.end > start)
  const last = segments.findLast((segment) => segment.start < Math.max(end, start + 1))
  if (first === undefined || last === undefined || last.start < first.start) return undefined
  const [opens, closes] = [xmlOffset(first, Math.max(start, first.start)), xmlOffset(last, Math.min(end, last.end))]
  if (opens === closes) return undefined
  const from = cut(xml, runs.get(first.xmlStart), opens, marks.start, 1)
  const until = cut(xml, runs.get(last.xmlStart), closes, marks.end, 0)
  if (from === undefined || until === undefined) return undefined
  const keeping = [first, last].flatMap(({ xmlStart }) => keepSpace(xml, xmlStart, spaced))
  return [from, until, ...keeping]
}

/** Marks at a place in a run, which is parted there unless the place is its beginning or end. */
function cut(
  xml: string,
  run: ReturnType<Anchors['runs']['get']>,
  at: number,
  marks: string,
  rank: number,
): Insertion | undefined {
  if (run === undefined) return undefined
  if (at === run.firstText) return { from: run.start, until: run.start, text: marks, rank }
  if (at === run.lastText) return { from: run.end, until: run.end, text: marks, rank }
  const tag = xml.slice(run.start, xml.indexOf('>', run.start) + 1)
  const text = `</w:t></w:r>${marks}${tag}${run.properties}<w:t xml:space="preserve">`
  return { from: at, until: at, text, rank }
}

/** The text that is parted keeps its white space. */
function keepSpace(xml: string, textStart: number, spaced: Set<number>): readonly Insertion[] {
  const tag = xml.lastIndexOf('<', textStart - 1)
  if (spaced.has(tag) || xml.slice(tag, textStart).includes('xml:space')) return []
  spaced.add(tag)
  const at = tag + '<w:t'.length
  return [{ from: at, until: at, text: ' xml:space="preserve"', rank: 0 }]
}

/** Around all that is in a paragraph; of one in a text box, in the paragraph that the box hangs on. */
function aroundParagraph(anchors: Anchors, paragraph: Paragraph | undefined, marks: Marks): readonly Insertion[] {
  const isInBox = paragraph?.containers.some((each) => each.startsWith('w:txbxContent')) ?? false
  const outermost = isInBox ? paragraph?.containers.find((each) => each.startsWith('w:p ')) : undefined
  const start = outermost === undefined ? paragraph?.xmlStart : Number(outermost.slice('w:p '.length))
  const anchor = anchors.paragraphs.get(start ?? -1) ?? anchors.paragraphs.get(anchors.first ?? -1)
  if (anchor === undefined) return []
  const { contentStart, contentEnd, isEmptyElement } = anchor
  if (isEmptyElement) {
    // `<w:p/>` becomes an element with an end tag, once; comments that follow stand before that.
    return [{ from: contentEnd - 2, until: contentEnd, text: `${marks.start}${marks.end}`, rank: 2 }]
  }
  if (contentStart === contentEnd)
    return [{ from: contentEnd, until: contentEnd, text: `${marks.start}${marks.end}`, rank: 1 }]
  return [
    { from: contentStart, until: contentStart, text: marks.start, rank: 1 },
    { from: contentEnd, until: contentEnd, text: marks.end, rank: 0 },
  ]
}

function applied(xml: string, insertions: readonly Insertion[]): string {
  const sorted = insertions
    .map((each, index) => ({ ...each, index }))
    .sort((a, b) => a.from - b.from || a.rank - b.rank || a.index - b.index)
  const pieces: string[] = []
  let at = 0
  for (const [index, { from, until, text }] of sorted.entries()) {
    pieces.push(xml.slice(at, from))
    at = Math.max(at, until)
    if (until === from) {
      pieces.push(text)
      continue
    }
    const isFirst = sorted[index - 1]?.from !== from
    const isLast = sorted[index + 1]?.from !== from
    pieces.push(`${isFirst ? '>' : ''}${text}${isLast ? '</w:p>' : ''}`)
  }
  pieces.push(xml.slice(at))
  return pieces.join('')
}

/** A comment's paragraphs: what is wrong, what to do, where (if it stands elsewhere). */
function linesOf({ code, severity, message, hint, location }: Finding, isElsewhere: boolean): readonly string[] {
  const place =
    !isElsewhere || location?.part === undefined
      ? []
      : [`${location.part}${location.paragraph === undefined ? '' : `, paragraph ${location.paragraph}`}`]
  return [
    ...place.map((each) => `In: ${each}${location?.caret === undefined ? '' : ` (${location.text ?? ''})`}`),
    `${severity[0]?.toUpperCase()}${severity.slice(1)}: ${message}`,
    ...(hint === undefined ? [] : [hint]),
    ...(location?.related === undefined ? [] : [`See also: ${location.related}`]),
    code,
  ]
}

const commentXml = (id: number, lines: readonly string[]): string =>
  `<w:comment w:id="${id}" w:author="${annotator}" w:initials="C">${lines
    .map((line) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(cleanText(line).text)}</w:t></w:r></w:p>`)
    .join('')}</w:comment>`

/** The comments of a document, made if it has none: the next free id, and the parts that change when comments come. */
function commentsPart(
  file: WordPackage,
  mainPart: string,
): { readonly nextId: number; parts(comments: readonly string[]): ReadonlyMap<string, string> } {
  const known = relationsOf(file, mainPart).find(({ type, isExternal }) => !isExternal && type.endsWith('/comments'))
  if (known !== undefined && file.entries.has(known.target)) {
    const xml = file.xml(known.target)
    let last = -1
    let end: number | undefined
    scanXml(xml, {
      open(name, attributes) {
        if (name === 'w:comment') last = Math.max(last, Number(attribute(attributes, 'w:id') ?? 0) || 0)
      },
      close(name, start) {
        if (name === 'w:comments') end = start
      },
    })
    const at = end ?? xml.length
    const isEmpty = xml[at + 1] !== '/'
    const head = isEmpty ? `${xml.slice(0, xml.lastIndexOf('/>'))}>` : xml.slice(0, at)
    const tail = isEmpty ? '</w:comments>' : xml.slice(at)
    return {
      nextId: last + 1,
      parts: (comments) => new Map([[known.target, `${head}${comments.join('')}${tail}`]]),
    }
  }
  const folder = mainPart.slice(0, mainPart.lastIndexOf('/') + 1)
  let part = `${folder}comments.xml`
  for (let number = 2; file.entries.has(part); number++) part = `${folder}comments${number}.xml`
  const namespace = /xmlns:w="([^"]*)"/.exec(file.xml(mainPart).slice(0, 20_000))?.[1] ?? word
  const isStrict = namespace.startsWith('http://purl.oclc.org/')
  const relations = `${folder}_rels/${mainPart.slice(folder.length)}.rels`
  const relation = `<Relationship Id="chanceryComments" Type="${isStrict ? 'http://purl.oclc.org/ooxml/officeDocument/relationships' : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'}/comments" Target="/${part}"/>`
  const override = `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/>`
  const empty = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
  return {
    nextId: 0,
    parts: (comments) =>
      new Map([
        [
          part,
          `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:comments xmlns:w="${namespace}">${comments.join('')}</w:comments>`,
        ],
        [relations, appended(file.entries.has(relations) ? file.xml(relations) : empty, relation)],
        [contentTypes, appended(file.xml(contentTypes), override)],
      ]),
  }
}

/** Another child of the root, behind all others. */
function appended(xml: string, child: string): string {
  const end = xml.lastIndexOf('</')
  if (end !== -1) return `${xml.slice(0, end)}${child}${xml.slice(end)}`
  const root = xml.lastIndexOf('/>')
  const name = /<([\w:]+)[^<]*$/.exec(xml.slice(0, root))?.[1] ?? ''
  return `${xml.slice(0, root)}>${child}</${name}>`
}
