import type Docxtemplater from 'docxtemplater'
import type { PlainStretch } from './plain-stretches.ts'
import { type PrivateSigns, rewriteTags } from '../template/rewrite-tags.ts'
import type { WordPart } from '../package/word-parts.ts'
import type { WordTag, WordTemplate } from '../template/word-template.ts'

/** A node of docxtemplater's parsed tree (3.71, `postparsed`), as far as it is read here. */
export interface ParsedPart {
  readonly type: string
  /** XML of a `content` or `tag`; of a `placeholder` what stands between its delimiters. */
  readonly value: string
  /** Name of the element of a `tag`. */
  readonly tag?: string
  readonly position?: string
  /** It begins or ends a text that may hold tags. */
  readonly text?: boolean
  readonly module?: string
  readonly subparsed?: readonly ParsedPart[]
  readonly hasPageBreak?: boolean
  readonly hasPageBreakBeginning?: boolean
  readonly sectPrCount?: number
  readonly addContinuousType?: boolean
  readonly addNextPage?: unknown
  readonly lastParagrapSectPr?: string
}

/** What docxtemplater is given: only the parts that have tags, with their tags rewritten as numbers. */
export interface DocxtemplaterInput {
  readonly parts: readonly WordPart[]
  readonly tags: readonly WordTag[]
  readonly divisions: WordTemplate['divisions']
  readonly signs: PrivateSigns
  /** Stretches that docxtemplater need not see, and that no tag of `tags` stands in. */
  readonly leftOut?: ReadonlyMap<WordPart, readonly PlainStretch[]>
}

export interface DocxtemplaterOptions {
  parser?(tag: string): { get(scope: never): unknown }
  /** Is told what each piece that is rendered costs, in characters of XML; may throw. */
  onXml?(length: number): void
}

/** The opening tag of every closing one, or the `else` before it: an `else` closes what was before, and opens anew. */
function openersOf(tags: readonly WordTag[]): ReadonlyMap<number, number> {
  const openers = new Map<number, number>()
  const open = new Map<WordPart, number[]>()
  for (const { parsed, place } of tags) {
    const stack = open.get(place.part) ?? []
    open.set(place.part, stack)
    if (parsed.kind === 'close' || parsed.kind === 'else') openers.set(place.id, stack.pop() ?? place.id)
    if (parsed.kind === 'open' || parsed.kind === 'else') stack.push(place.id)
  }
  return openers
}

/** The parts that have tags, in the order of the template. */
export const partsWithTags = (template: WordTemplate, tags: readonly WordTag[]): readonly WordPart[] => {
  const used = new Set(tags.map(({ place }) => place.part))
  return template.parts.map(({ part }) => part).filter((part) => used.has(part))
}

/**
 * A docxtemplater over a package that holds nothing but the parts with tags: it reads no more than it has to, and what
 * it leaves out by itself (endnotes, drawings) is a target like all others. Constructing it parses the template.
 * @throws what docxtemplater throws: see `mapTemplateError`
 */
export async function openDocxtemplater(
  { parts, tags, divisions, signs, leftOut }: DocxtemplaterInput,
  options: DocxtemplaterOptions = {},
): Promise<{ readonly filler: Docxtemplater; contentOf(name: string): string }> {
  const [{ default: Filler }, { default: PizZip }] = await Promise.all([import('docxtemplater'), import('pizzip')])
  const zip = new PizZip()
  zip.file('[Content_Types].xml', contentTypes)
  const openers = openersOf(tags)
  for (const part of parts) {
    const own = tags.filter(({ place }) => place.part === part)
    zip.file(part.name, rewriteTags(part, own, { openers, divisions, signs, leftOut: leftOut?.get(part) ?? [] }))
  }
  const filler = new Filler(zip, {
    delimiters: { start: signs.start, end: signs.end },
    paragraphLoop: true,
    errorLogging: false,
    nullGetter: () => '',
    syntax: { changeDelimiterPrefix: null },
    modules: [
      {
        name: 'AllParts',
        optionsTransformer(settings, document) {
          const own = document as unknown as { targets: string[]; modules: readonly { readonly name: string }[] }
          own.targets = parts.map(({ name }) => name)
          // Ids of drawings are renewed by us, and only where a loop repeats them.
          own.modules = own.modules.filter(({ name }) => name !== 'FixDocPRCorruptionModule')
          return settings
        },
        render({ value }: { readonly value?: unknown }) {
          options.onXml?.((typeof value === 'string' ? value.length : 0) + pieceCost)
          return null
        },
      },
    ],
    ...(options.parser === undefined ? {} : { parser: options.parser as never }),
  })
  return { filler, contentOf: (name) => zip.files[name]?.asText() ?? '' }
}

/** Rendering a piece, however short, takes the time and memory of so many characters. */
const pieceCost = 100

/** docxtemplater asks for one main document; which of the parts it takes for that changes nothing. */
const contentTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

/** The parsed tree of a part. */
export const parsedPart = (filler: Docxtemplater, name: string): readonly ParsedPart[] => {
  const { compiled } = filler as unknown as {
    readonly compiled: Readonly<Record<string, { readonly postparsed: readonly ParsedPart[] } | undefined>>
  }
  return compiled[name]?.postparsed ?? []
}
