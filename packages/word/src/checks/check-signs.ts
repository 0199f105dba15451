import type { Finding } from '@chancery/core'
import { formattersOf, mainPath } from '@chancery/tags'
import type { Paragraph } from '../package/text-map.ts'
import type { WordPart } from '../package/word-parts.ts'
import { locate } from '../template/locate.ts'
import type { WordTag, WordTemplate } from '../template/word-template.ts'

type Draft = Omit<Finding, 'location'>
/** A sign by its engine; `suits` looks at the name in it, where its letters alone say too little. */
interface Sign {
  readonly pattern: RegExp
  readonly suits?: (name: string) => boolean
}

/** Stretches of paragraphs that are tags. */
type TagRanges = ReadonlyMap<Paragraph, readonly { readonly start: number; readonly end: number }[]>

const name = String.raw`[\p{L}_][\p{L}\p{N}_.-]{0,100}`
const sign = (source: string, suits?: Sign['suits']): Sign => ({
  pattern: new RegExp(source, 'gu'),
  ...(suits === undefined ? {} : { suits }),
})

/** `first_name`, `clientName`, `client.name`, `courts`: no word of a sentence that begins with a capital. */
const isIdentifier = (text: string): boolean => text.length > 2 && /^[\p{Ll}_]|[_.\p{N}]\p{L}|\p{Ll}\p{Lu}/u.test(text)
/** Written into texts in square brackets by those who quote. */
const editorial =
  /^(?:sic|ibid|idem|recte|added|omitted|redacted|emphasis|etc|und|and|see|siehe|note|link|pdf|edit|translation|citation)$/i

/** Signs that stand in no text by chance. */
const certain: readonly Sign[] = [
  // Docmosis, docxtemplater with other delimiters, Aspose's LINQ engine, office-stamper.
  sign(String.raw`<<[#/^]?${name}>>|<<[/]?(?:foreach|if|else|elseif)\b[^<>]{0,100}>>|<<\[[^<>\[\]]{1,100}\]>>`),
  sign(String.raw`\[\[[#/^]?${name}\]\]`),
  sign(String.raw`<%=? ?${name} ?%>`),
  // docx-templates.
  sign(String.raw`\+\+\+ ?[A-Z=][^+]{0,200}\+\+\+`),
  // Freemarker and Velocity, as XDocReport has them.
  sign(
    String.raw`</?#(?:list|if|else|elseif|assign)\b[^<>]{0,100}>|\[/?#(?:list|if|else|elseif|assign)\b[^\[\]]{0,100}\]`,
  ),
  sign(String.raw`#(?:foreach|if|elseif|set)\s?\([^()]{0,100}\)`),
]
/** A field of Word's, typed with braces of the keyboard. */
const typedField = sign(
  String.raw`\{\s*(?:MERGEFIELD|NEXTIF|SKIPIF|ADDRESSBLOCK|GREETINGLINE|DOCPROPERTY|DOCVARIABLE|INCLUDETEXT|INCLUDEPICTURE|FILLIN)\b[^{}]{0,200}\}|\{\s*(?:NEXT|MERGEREC|MERGESEQ|NUMPAGES)\s*\}`,
)
/** Signs that mean nothing, or much else, in a document that has no tag besides. */
const besideTags: readonly Sign[] = [
  sign(String.raw`«\s?(${name})\s?»`, isIdentifier),
  sign(
    String.raw`(?<![\p{L}\p{N}_\])\\])\[(${name})\](?![(:\[])`,
    (text) => isIdentifier(text) && !editorial.test(text),
  ),
  sign(String.raw`(?<![\p{L}\p{N}%])%{1,2}(${name})%{1,2}(?![\p{L}\p{N}])`, (text) => text.length > 2),
  sign(String.raw`(?<![\p{L}\p{N}#])#{1,2}(${name})#{1,2}(?![\p{L}\p{N}])`, (text) => text.length > 2),
  sign(String.raw`(?<![\p{L}\p{N}@])@{1,2}(${name})@{1,2}(?![\p{L}\p{N}])`, (text) => text.length > 2),
  sign(String.raw`(?<![\p{L}\p{N}_])__([\p{L}][\p{L}\p{N}]{1,50}(?:_[\p{L}\p{N}]{1,50}){0,5})__(?![\p{L}\p{N}_])`),
  sign(String.raw`(?<![\p{L}\p{N}$])\$!?([\p{L}_]\w{0,50}\.[\p{L}_]\w{0,50})`),
  sign(String.raw`(?<![\p{L}\p{N}$])\$([\p{L}_]\w{1,50})\$(?![\p{L}\p{N}])`),
  sign(String.raw`\$\([\p{L}_]\w{1,50}\)`),
  sign(String.raw`(?<![\p{L}\p{N}|])\|(${name})\|(?![\p{L}\p{N}|])`, isIdentifier),
  sign(String.raw`(?<![\p{L}\p{N}~])~(${name})~(?![\p{L}\p{N}~])`, isIdentifier),
  sign(String.raw`(?<![\p{L}\p{N}<])<(\p{Ll}[\p{L}\p{N}]{0,40}(?:_[\p{L}\p{N}]{1,40}|\p{Lu}[\p{L}\p{N}]{1,40}))>(?!>)`),
  sign(String.raw`[＜‹](${name})[＞›]`, isIdentifier),
]
/** Signs of other keyboards that look like braces. */
const lookAlike = sign(String.raw`[｛❴﹛]\s?[#/^]?${name}\s?[｝❵﹜]`)
/** Statements of Jinja's and its like, which double braces come with, and comments. */
const statements = sign(String.raw`\{%[-+]?\s*(?:(?:p|tr|tc|r)\s+)?[a-z]+\b[^{}%]{0,200}%\}|\{#[^{}#]{0,200}#\}`)
const mostOfOneKind = 50

/** What looks like a tag and is none: braces of another keyboard, delimiters of another engine. */
export function checkSigns(template: WordTemplate): readonly Finding[] {
  const { parts, tags, delimiters } = template
  const { open, close } = delimiters
  const ranges = Map.groupBy(tags, ({ place }) => place.paragraph)
  const ownTags: TagRanges = new Map([...ranges].map(([paragraph, own]) => [paragraph, own.map(({ place }) => place)]))
  const find = (signs: readonly Sign[], finding: Draft, own = ownTags): readonly Finding[] => {
    const found: Finding[] = []
    for (const { part, paragraphs } of parts) {
      for (const paragraph of paragraphs) {
        if (paragraph.isFallback || found.length >= mostOfOneKind) continue
        for (const each of signs) for (const item of findSign(each, part, paragraph, finding, own)) found.push(item)
      }
    }
    return found.slice(0, mostOfOneKind)
  }
  const isTemplate = tags.length > 0
  const others = find(isTemplate ? [...certain, ...besideTags] : certain, {
    code: 'other_delimiters',
    severity: 'warning',
    message: `This looks like a tag in other delimiters than ${open} ${close}, and stays as it is.`,
    hint: isTemplate ? `Write ${open}name${close}.` : 'Give the delimiters with the call, or write braces.',
  })
  return [
    ...others.map((finding): Finding => ({
      ...finding,
      // One alone, in a document without tags, may be anything.
      severity: isTemplate || others.length > 1 ? 'warning' : 'info',
    })),
    ...signsBeforeTags(template),
    ...find(
      [typedField],
      {
        code: 'typed_field',
        severity: 'warning',
        message: 'This is the code of a field, written as text: Word sees no field in it.',
        hint: `Insert the field with Ctrl+F9 or Insert > Quick Parts > Field, or write ${open}name${close}.`,
      },
      new Map(),
    ),
    ...(open === '{'
      ? []
      : find([statements], {
          code: 'foreign_statement',
          severity: 'warning',
          message: 'This is a statement of another engine, and stays as it is.',
          hint: `Write ${open}#each list${close} or ${open}#if x${close}, and close it by ${open}/${close}.`,
        })),
    ...find([lookAlike], {
      code: 'look_alike_delimiters',
      severity: 'warning',
      message: 'This looks like a tag in braces of another keyboard, and is not filled.',
      hint: `Write ${open} and ${close}.`,
    }),
  ]
}

function findSign(
  { pattern, suits }: Sign,
  part: WordPart,
  paragraph: Paragraph,
  finding: Draft,
  ownTags: TagRanges,
): readonly Finding[] {
  const found: Finding[] = []
  for (const { index, 0: tag, 1: inner } of paragraph.text.matchAll(pattern)) {
    const end = index + tag.length
    if (suits !== undefined && inner !== undefined && !suits(inner)) continue
    if (ownTags.get(paragraph)?.some((own) => own.start < end && own.end > index) === true) continue
    found.push({ ...finding, location: locate({ part, paragraph, start: index, end }, tag) })
  }
  return found
}

/** What is written after a dollar sign, a percentage sign or a number sign, as its text has them. */
const amounts =
  /amount|price|total|sum|cost|fee|rent|salary|balance|deposit|pay|value|net|gross|tax|budget|wage|bonus|fine|penalt|premium|rate|charge|due|usd|dollar|capital|loan|limit|income|profit|revenue|number|num|nr|no$|id$|ref|count|index|order|invoice|qty/i
const asNumber: ReadonlySet<string> = new Set([
  'number',
  'currency',
  'picture',
  'round',
  'sum',
  'avg',
  'multiply',
  'divide',
  'add',
  'subtract',
  'floor',
  'ceil',
  'abs',
  'ordinal',
  'pad',
  'min',
  'max',
])

/** `${name}`, `#{name}`, `%{name}`: the tag is filled, and the sign before it stays. */
function signsBeforeTags({ tags, delimiters }: WordTemplate): readonly Finding[] {
  if (delimiters.open !== '{') return []
  const own = tags.filter(
    ({ place, parsed }) => place.carried === undefined && parsed.kind === 'value' && !place.paragraph.isFallback,
  )
  const marked = own.filter(({ place: { paragraph, start } }) =>
    /(?:^|[^\p{L}\p{N}$#%\\])[$#%]$/u.test(paragraph.text.slice(Math.max(0, start - 2), start)),
  )
  // Where each tag has it, it is no sign of a currency.
  const isHabit = marked.length > 1 && marked.length === own.length
  return marked
    .filter((tag) => isHabit || !isAmount(tag))
    .slice(0, mostOfOneKind)
    .map(({ place, tag }) => {
      const before = place.paragraph.text[place.start - 1] ?? ''
      return {
        code: 'other_delimiters',
        severity: 'warning',
        message: `The "${before}" before the tag stays: ${before}${tag} is how another engine writes it.`,
        hint: `Write ${tag} alone, unless the sign is meant.`,
        location: locate({ ...place, start: place.start - 1 }, `${before}${tag}`),
      }
    })
}

function isAmount({ parsed }: WordTag): boolean {
  if (parsed.kind !== 'value') return false
  const { expression } = parsed
  return (
    amounts.test(mainPath(expression)?.segments.at(-1) ?? '') ||
    expression.kind === 'binary' ||
    formattersOf(expression).some((each) => asNumber.has(each))
  )
}
