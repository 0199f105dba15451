import type Docxtemplater from 'docxtemplater'
import type { DXT } from 'docxtemplater'
import type { PlainStretch } from './plain-stretches.ts'
import { type PrivateSigns, rewriteTags } from '../template/rewrite-tags.ts'
import type { WordPart } from '../package/word-parts.ts'
import type { WordTag, WordTemplate } from '../template/word-template.ts'

/** A node of docxtemplater's parsed tree, as its modules get it (`DXT.Part`), as far as it is read here. */
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
  /** How many sections of pages with headers or footers of their own are in a loop. */
  readonly sectPrCount?: number
  /** What follows the section of pages in a loop begins on the page on which that ends. */
  readonly addContinuousType?: boolean
  /** The properties of the section of pages that ends with the last paragraph of a loop. */
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
 * The parsed tree of each part, which docxtemplater hands to a module of ours once its own are through. It reads a package
 * that holds nothing but the parts with tags, and what it leaves out by itself (endnotes, drawings) like all others.
 * @throws what docxtemplater throws: see `findingsOf`
 */
export async function parseParts(input: DocxtemplaterInput): Promise<ReadonlyMap<string, readonly ParsedPart[]>> {
  const trees = new Map<string, readonly ParsedPart[]>()
  await openDocxtemplater(input, {
    modules: [
      {
        name: 'Trees',
        // The type of docxtemplater has another parameter before it, which its code does not give.
        postparse(tree, options: unknown) {
          const { filePath, basePart } = options as PostparseOptions
          if (basePart === undefined) trees.set(filePath, tree)
          return tree
        },
      },
    ],
  })
  return trees
}

interface PostparseOptions {
  readonly filePath: string
  /** The loop whose content it is; absent for a whole part. */
  readonly basePart?: unknown
}

/** A docxtemplater over the parts; constructing it parses them. */
export async function openDocxtemplater(
  { parts, tags, divisions, signs, leftOut }: DocxtemplaterInput,
  { modules = [], ...options }: DXT.ConstructorOptions = {},
): Promise<{ readonly filler: Docxtemplater; contentOf(name: string): string }> {
  const [{ default: Filler }, { default: PizZip }] = await Promise.all([import('docxtemplater'), import('pizzip')])
  const zip = new PizZip()
  zip.file('[Content_Types].xml', contentTypes)
  const openers = openersOf(tags)
  for (const part of parts) {
    const own = tags.filter(({ place }) => place.part === part)
    zip.file(part.name, rewriteTags(part, own, { openers, divisions, signs, leftOut: leftOut?.get(part) ?? [] }))
  }
  // The body comes last: it is by its sections of pages that docxtemplater judges loops.
  const targets = parts.map(({ name }) => name).toReversed()
  const filler = new Filler(zip, {
    ...options,
    delimiters: { start: signs.start, end: signs.end },
    paragraphLoop: true,
    errorLogging: false,
    nullGetter: () => '',
    syntax: { changeDelimiterPrefix: null },
    modules: [
      {
        name: 'AllParts',
        optionsTransformer(settings, document) {
          document.targets = targets
          return settings
        },
      },
      ...modules,
    ],
  })
  return { filler, contentOf: (name) => zip.files[name]?.asText() ?? '' }
}

/** docxtemplater asks for one main document; it takes all parts for that. */
const contentTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
