import type { Finding, Location } from '@chancery/core'
import type { Expression } from '../syntax/expression.ts'
import { formattersOf, mainPath, pathsOf } from '../data/reads.ts'
import type { Delimiters } from './scan-text.ts'
import type { Tag } from './tag.ts'

/** A paragraph of a template, with the tags in it; offsets are UTF-16 units of its text, with the delimiters. */
export interface SignedText {
  readonly text: string
  readonly tags: readonly {
    readonly start: number
    readonly end: number
    readonly tag: string
    /** Absent where it is not written in the text, and stands for something else in it. */
    readonly parsed?: Tag
  }[]
  readonly locate: (start: number, end: number, tag: string) => Location
}

type Draft = Omit<Finding, 'location'>
/** A sign by its engine; `suits` looks at the name in it, where its letters alone say too little. */
interface Sign {
  readonly pattern: RegExp
  readonly suits?: (name: string) => boolean
}

const name = String.raw`[\p{L}_][\p{L}\p{N}_.-]{0,100}`
const sign = (source: string, suits?: Sign['suits']): Sign => ({
  pattern: new RegExp(source, 'gu'),
  ...(suits === undefined ? {} : { suits }),
})

/** `first_name`, `clientName`, `client.name`, `courts`: no word of a sentence that begins with a capital. */
const isIdentifier = (text: string): boolean => text.length > 2 && /^[\p{Ll}_]|[_.\p{N}]\p{L}|\p{Ll}\p{Lu}/u.test(text)
/** `first_name`, `client.name`. */
function isProgramName(text: string): boolean {
  return /\p{L}[_.]\p{L}/u.test(text) && isIdentifier(text)
}
/** Written into texts in square brackets by those who quote. */
const editorial =
  /^(?:sic|ibid|idem|recte|added|omitted|redacted|emphasis|etc|und|and|see|siehe|note|link|pdf|edit|translation|citation)$/i

/** Signs that stand in no text by chance. */
const certain: readonly Sign[] = [
  // Docmosis, docxtemplater with other delimiters, Aspose's LINQ engine, office-stamper.
  sign(String.raw`<<[#/^]?${name}>>|<<[/]?(?:foreach|if|else|elseif)\b[^<>]{0,100}>>|<<\[[^<>\[\]]{1,100}\]>>`),
  sign(String.raw`\[\[[#/^]?${name}\]\]`),
  sign(String.raw`<%[-=_:]?\s?${name}\s?[-_]?%>`),
  // JSP's libraries and XSLT.
  sign(String.raw`</?(?:c|fmt|fn|xsl|ui|th):[a-z][a-z-]{1,30}(?:\s[^<>]{0,200})?/?>`),
  // PHP, and Blade's statements; Pandoc.
  sign(String.raw`<\?(?:=|php\s)[^<>?]{1,100}\?>`),
  sign(String.raw`(?<![\p{L}\p{N}])@(?:if|elseif|foreach|forelse|unless|isset)\s?\([^()]{1,100}\)`),
  sign(String.raw`\$(?:for|if)\(${name}\)\$`),
  // Oracle's and others' that borrow processing instructions.
  sign(String.raw`<\?[a-z][\p{L}\p{N}_.:-]{1,100}\?>`),
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
  String.raw`\{\s*(?:MERGEFIELD|NEXTIF|SKIPIF|ADDRESSBLOCK|GREETINGLINE|DOCPROPERTY|DOCVARIABLE|INCLUDETEXT|INCLUDEPICTURE|FILLIN)\b[^{}]{0,200}\}|\{\s*(?:NEXT|MERGEREC|MERGESEQ|NUMPAGES)\s*\}|\{\s*=?[A-Z]{2,}\b[^{}]{0,200}\\[@#*][^{}]{0,200}\}`,
)
/** The same without braces, as it is left where a field was pasted as text. */
const nakedField = sign(
  String.raw`(?<!\{\s{0,5})(?<!\p{L})MERGEFIELD\s+"?(${name})"?`,
  (text) => isIdentifier(text) || /^\p{Lu}/u.test(text),
)
/** A comment of Smarty's. */
const starred = sign(String.raw`\{\*[^{}]{1,200}\*\}`)
/** A name with a sign on each side that belongs to no sentence, whatever they are. */
const signed = sign(
  String.raw`(?<![\p{L}\p{N}])[<\[(«@#$%&!?:~*|^=+\\/]{1,3}(${name})[>\])»@#$%&!?:~*|^=+\\/]{1,3}(?![\p{L}\p{N}])`,
)
/** The same where the signs are two or more, and the name is one of a program's. */
const doubleSigned = sign(
  String.raw`(?<![\p{L}\p{N}])[\[(&:!#@^?]{2,3}(${name})[\])&:!#@^?]{2,3}(?![\p{L}\p{N}])`,
  isProgramName,
)
/** A name behind a sign that stands in no sentence there. */
const atName = sign(String.raw`(?<![\p{L}\p{N}._%+-])@(${name})(?![\p{L}\p{N}@])`)
/** A field of Salesforce's, `{!Account.Name}`, which is a remark here and leaves nothing. */
const salesforce = sign(String.raw`\{!\$?\p{Lu}\w{0,100}(?:\.\w{1,100}){1,10}\}`)
/** A remark that says what a tag does: `{!client.name}`, `{!paid ? "yes" : "no"}`. */
const remarked = sign(String.raw`\{!\s*([^{}]{1,200}?)\s*\}`)
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
  sign(String.raw`(?<![\p{L}\p{N}~])~~(${name})~~(?![\p{L}\p{N}~])`, isProgramName),
  // Razor.
  sign(String.raw`(?<![\p{L}\p{N}])@Model\.${name}`),
  // HotDocs: statements, and names with the kind of their value.
  sign(String.raw`«(?:IF|ELSE IF|REPEAT|END IF|END REPEAT)\b[^«»]{0,100}»|«\p{Lu}[^«»]{0,100} (?:TE|NU|DA|TF|MC|CO)»`),
  sign(
    String.raw`(?<![\p{L}\p{N}<])<(\p{L}[\p{L}\p{N}]{0,40}_[\p{L}\p{N}_]{1,40}|\p{Ll}[\p{L}\p{N}]{0,40}\p{Lu}[\p{L}\p{N}]{1,40})>(?!>)`,
  ),
  // Windward, and double angles of which one is missing.
  sign(String.raw`\[=\s?${name}\]|<<${name}>(?!>)|(?<!<)<${name}>>`),
  // OpenTBS.
  sign(String.raw`\[${name};\w{1,20}=[^\[\]]{1,100}\]`),
  sign(String.raw`[＜‹](${name})[＞›]`, isIdentifier),
]
/** Signs of other keyboards that look like braces. */
const lookAlike = sign(String.raw`[｛❴﹛]\s?[#/^]?${name}\s?[｝❵﹜]`)
/** Statements of Jinja's and its like, which double braces come with, and comments. */
const statements = sign(String.raw`\{%[-+]?\s*(?:(?:p|tr|tc|r)\s+)?[a-z]+\b[^{}%]{0,200}%\}|\{#[^{}#]{0,200}#\}`)
const mostOfOneKind = 50
/** Between two paragraphs: part of no sign, and nothing that one may not stand beside. */
const between = '\u0000'

/**
 * What looks like a tag and is none: braces of another keyboard, delimiters of another engine.
 * @param isWord whether the document is Word's, which has fields
 */
export function foreignSigns(
  texts: readonly SignedText[],
  { open, close }: Delimiters,
  isWord: boolean,
): readonly Finding[] {
  const whole = texts.map(({ text }) => text).join(between)
  const find = (signs: readonly Sign[], finding: Draft, inTags = false): readonly Finding[] => {
    const found: Finding[] = []
    // Most stand nowhere: to look for each in each paragraph takes much longer than in all at once.
    const met = signs.filter(({ pattern }) => whole.search(pattern) !== -1)
    for (const text of met.length === 0 ? [] : texts) {
      if (found.length >= mostOfOneKind) break
      const places = new Set<number | undefined>()
      for (const each of met)
        for (const item of findSign(each, text, finding, inTags)) {
          if (places.has(item.location?.start)) continue
          places.add(item.location?.start)
          found.push(item)
        }
    }
    return found.slice(0, mostOfOneKind)
  }
  const isTemplate = texts.some(({ tags }) => tags.length > 0)
  const own = pathsIn(texts)
  const ofOwn = {
    ...signed,
    suits: (text: string) => isIdentifier(text) && /[._]|\p{Ll}\p{Lu}/u.test(text) && own.has(text),
  }
  const behindAt = { ...ofOwn, pattern: atName.pattern }
  const others = find(isTemplate ? [...certain, ...besideTags, doubleSigned, ofOwn, behindAt] : certain, {
    code: 'other_delimiters',
    severity: 'warning',
    message: `This looks like a tag in other delimiters than ${open} ${close}, and stays as it is.`,
    hint: isTemplate ? `Write ${open}name${close}.` : 'Give the delimiters with the call, or write braces.',
  })
  const typed = {
    code: 'typed_field',
    severity: 'warning',
    message: 'This is the code of a field, written as text: Word sees no field in it.',
    hint: `Insert the field with Ctrl+F9 or Insert > Quick Parts > Field, or write ${open}name${close}.`,
  } as const
  const remark = {
    code: 'foreign_statement',
    severity: 'warning',
    message: 'This is a remark, and leaves nothing in the document; another engine has a value there.',
    hint: `Write ${open}name${close}, without "!".`,
  } as const
  const starredComment = {
    code: 'foreign_statement',
    severity: 'warning',
    message: 'This is a remark of another engine, and stays as it is.',
    hint: `A remark is ${open}!text${close}.`,
  } as const
  return [
    ...others.map((finding): Finding => ({
      ...finding,
      // One alone, in a document without tags, may be anything.
      severity: isTemplate || others.length > 1 ? 'warning' : 'info',
    })),
    ...signsBeforeTags(texts, open),
    ...(isWord ? [...find([typedField], typed, true), ...(isTemplate ? find([nakedField], typed) : [])] : []),
    ...find(
      [salesforce, { ...remarked, suits: (text) => own.has(text) || /\s\?\s*\S.*\s?:/.test(text) }],
      remark,
      true,
    ),
    ...find([starred], starredComment),
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

/** Paths that the template's own tags read, dotted. */
function pathsIn(texts: readonly SignedText[]): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const { tags } of texts)
    for (const { parsed } of tags)
      if (parsed?.kind === 'value' || parsed?.kind === 'open')
        for (const { segments } of pathsOf(parsed.expression)) paths.add(segments.join('.'))
  return paths
}

function findSign({ pattern, suits }: Sign, { text, tags, locate }: SignedText, finding: Draft, inTags: boolean) {
  const found: Finding[] = []
  for (const { index, 0: tag, 1: inner } of text.matchAll(pattern)) {
    const end = index + tag.length
    if (suits !== undefined && inner !== undefined && !suits(inner)) continue
    if (!inTags && tags.some((own) => own.start < end && own.end > index)) continue
    found.push({ ...finding, location: locate(index, end, tag) })
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
function signsBeforeTags(texts: readonly SignedText[], open: string): readonly Finding[] {
  if (open !== '{') return []
  const own = texts.flatMap(({ text, tags, locate }) =>
    tags.flatMap(({ parsed, ...tag }) => (parsed?.kind === 'value' ? { ...tag, parsed, text, locate } : [])),
  )
  const marked = own.filter(({ text, start }) =>
    /(?:^|[^\p{L}\p{N}$#%\\])(?:[$#%]|\$!)$/u.test(text.slice(Math.max(0, start - 3), start)),
  )
  // Where each tag has it, it is no sign of a currency.
  const isHabit = marked.length > 1 && marked.length === own.length
  return marked
    .filter(({ parsed }) => isHabit || !isAmount(parsed.expression))
    .slice(0, mostOfOneKind)
    .map(({ text, start, end, tag, locate }) => {
      const before = text[start - 1] === '!' ? text.slice(start - 2, start) : (text[start - 1] ?? '')
      return {
        code: 'other_delimiters',
        severity: 'warning',
        message: `The "${before}" before the tag stays: ${before}${tag} is how another engine writes it.`,
        hint: `Write ${tag} alone, unless the sign is meant.`,
        location: locate(start - before.length, end, `${before}${tag}`),
      }
    })
}

const isAmount = (expression: Expression): boolean =>
  amounts.test(mainPath(expression)?.segments.at(-1) ?? '') ||
  expression.kind === 'binary' ||
  formattersOf(expression).some((each) => asNumber.has(each))
