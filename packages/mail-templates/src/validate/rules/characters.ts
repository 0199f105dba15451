import { type Rule, ownWords, wordsOutsideStyles } from '../rule.ts'

/** Zero-width characters, soft hyphens in a row, fillers; joiners between letters that need them are left alone. */
const invisible =
  /[\u200B\u2060-\u2064\u180E\uFEFF\u115F\u1160\u3164\u206A-\u206F]|\u034F|\u00AD{2,}|(?<![\p{L}\p{M}\p{Emoji}\uFE0F])[\u200C\u200D]|(?<!\p{M})[\u200C\u200D](?![\p{L}\p{M}\p{Emoji}])|(?<=\p{Script=Latin})[\u200C\u200D](?=\p{Script=Latin})|(?<=\p{Script=Latin})[\u200E\u200F](?=\p{Script=Latin})|[\u{E0000}-\u{E007F}]/gu
const inEntities =
  /&(?:ZeroWidthSpace|NoBreak|#(?:8203|8288|65279|x200b|x2060|xfeff));|(?:&(?:shy|#173|#xad);){2,}|(?<=[a-z])&(?:zwn?j|[lr]rm|#820[4-7]|#x200[c-f]);(?=[a-z])/gi
/** What the bytes behind the first of a character of UTF-8 are in Windows-1252. */
const later = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸžŽ]'
/** UTF-8 that was read as Windows-1252, of letters with marks once, of other alphabets twice; and what stands for characters that were lost. */
const garbled = new RegExp(
  `(?:[ÃÂ]${later}|â€${later}|ðŸ|[Ã-ß]${later}[Ã-ß]${later}|[à-ï]${later}${later})+|\\uFFFD+|(?:√[º†∂ßüéèñ§∞®´•°Ñ]|├[╝ñÂƒ╗®áñ⌐])+`,
  'gu',
)
/** Whether a text holds such. */
export const isGarbled = (text: string): boolean => text.search(garbled) !== -1
/** The same in entities, and that of a character that was lost. */
const garbledEntities =
  /&(?:Atilde|Acirc|#19[45]);&[\w#]{2,8};|&acirc;&(?:euro|#8364|#128);&[\w#]{2,8};|&#(?:65533|x0{0,4}fffd);/gi
/** Codes of addresses in words, and letters in the place of which a question mark was put. */
const lostInWords =
  /(?<=(?:^|[\s>("„«])\p{L}{0,30})(?:%C[2-9A-F]%[89AB][\dA-F]|%E[\dA-F](?:%[89AB][\dA-F]){2}){1,20}|(?<![^\s>("„«])\p{L}{1,30}(?:\?{1,2}\p{Ll}{1,30}){1,4}(?![\p{L}\p{N}=&/?])/giu
/** Bytes that quoted-printable writes as codes (RFC 2045, 6.7), escapes of programs, and letters of a font of icons. */
const unread =
  /(?:=[89A-F][\dA-F]){2,}|(?<=[\s\w])=3D(?=[\s"'])|(?<=\p{L})=20(?=\p{L}|$)|(?:\\x[89a-fA-F][\da-fA-F]){2,}|(?:\\u[\da-fA-F]{4})+|(?<=\p{L})u00[c-fC-F][\da-fA-F]|(?<=[\p{L}\p{N}.,!?:;>])(?:\\r)?\\n(?:(?:\\r)?\\n|(?=[\s<\p{Lu}]|$))|[\uE000-\uF8FF]+|=\?(?:utf|UTF)-8\?[bqBQ]\?[^?\s]{1,200}\?=/gu
/** No mail program shows one, and servers refuse the first. In html the tokenizer tells them. */
const controls = /(?:(?![\t\n\f\r\u0085])\p{Cc})+/gu
const overrides = /[\u202A-\u202E\u2066-\u2069]|&#(?:823[4-8]|829[4-7]|x202[a-e]|x206[6-9]);/gi
const mixed = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu
const latin = /\p{Script=Latin}/u
/** Letters of other alphabets that look like Latin ones. */
const lookalikes = /[асеорхуіјѕԁһАВЕКМНОРСТХІЈЅοαεικνρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u

/** Characters that deceive: those that cannot be seen, that turn the text, or look like others. */
export const characters: Rule = ({ checked, html, otherWays, tell }) => {
  for (const parsed of checked.fields) {
    const { field, isHtml } = parsed
    const words = ownWords(parsed)
    // Preheaders are filled up with such characters on purpose.
    const hidden = isHtml && html !== undefined ? [html, ...otherWays].flatMap(hiddenRanges) : []
    const isHidden = (at: number): boolean => hidden.some(([start, end]) => at >= start && at < end)
    const found = (
      pattern: RegExp,
      code: 'invisible_characters' | 'direction_override' | 'garbled_text' | 'control_character',
    ): void => {
      let last = -2
      for (const { 0: text, index } of words.matchAll(pattern)) {
        const isNext = index === last
        last = index + text.length
        // A byte order mark at the very beginning belongs to the file.
        if (isNext || (index === 0 && text === '\uFEFF') || isHidden(index)) continue
        tell(code, field, [index, last])
      }
    }
    found(invisible, 'invisible_characters')
    if (isHtml) found(inEntities, 'invisible_characters')
    found(overrides, 'direction_override')
    found(garbled, 'garbled_text')
    for (const { 0: text, index } of wordsOutsideStyles(parsed).matchAll(unread))
      tell('garbled_text', field, [index, index + text.length], {
        message: `"${text.slice(0, 40)}" is how a program or an encoding writes it; readers see it as it is.`,
      })
    if (isHtml) found(garbledEntities, 'garbled_text')
    const texts = isHtml
      ? (html?.page.texts ?? []).filter(({ element }) => element !== 'style')
      : [{ start: 0, end: words.length }]
    for (const { start, end } of texts) {
      const said = words.slice(start, end)
      if (!/[?%]/.test(said)) continue
      for (const { 0: text, index } of said.matchAll(lostInWords))
        tell('garbled_text', field, [start + index, start + index + text.length], {
          message: `Characters of "${text.slice(0, 40)}" were lost, or are written as codes of an address.`,
        })
    }
    if (!isHtml) found(controls, 'control_character')
    // Most fields are of one alphabet.
    if (lookalikes.test(words)) {
      const isInLink = isHtml && html !== undefined ? linkRanges(html) : () => false
      for (const { 0: word, index } of words.matchAll(mixed)) {
        // Of the address of a link its host is looked at, by another rule; the rest is no name that anybody reads.
        if (isInLink(index)) continue
        if (word.length > 1 && word.length < 100 && latin.test(word) && lookalikes.test(word))
          tell('mixed_scripts', field, [index, index + word.length], { message: `"${word}" mixes alphabets.` })
      }
    }
    for (const { start, end } of parsed.tags) {
      const inner = field.source.slice(start, Math.min(end, start + 500))
      if (/[“”„‟«»‘’‚]/.test(inner)) tell('smart_quotes_in_tag', field, [start, end])
      if (/[\u200B-\u200F\u2060\uFEFF\u00AD\u202A-\u202E]/.test(inner)) tell('invisible_in_tag', field, [start, end])
    }
  }
}

/** Whether an offset is in the address of a link; asked of offsets in their order. */
function linkRanges({ starts }: NonNullable<Parameters<Rule>[0]['html']>): (at: number) => boolean {
  const links = starts.flatMap(({ name, attributes }) =>
    name === 'a' || name === 'area' ? (attributes.get('href') ?? []) : [],
  )
  let next = 0
  return (at) => {
    while ((links[next]?.end ?? Infinity) <= at) next += 1
    return at >= (links[next]?.start ?? Infinity)
  }
}

/** Stretches of hidden elements, outermost alone; few. */
function hiddenRanges({
  page,
  looks,
}: NonNullable<Parameters<Rule>[0]['html']>): readonly (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = []
  page.elements.forEach(({ tag, parent, end }, index) => {
    if ((looks?.[index]?.hiddenBy ?? '') !== '' && (looks?.[parent]?.hiddenBy ?? '') === '' && ranges.length < 50)
      ranges.push([tag.start, end])
  })
  return ranges
}
