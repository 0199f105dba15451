import { type Rule, ownWords } from '../rule.ts'

const name = String.raw`[\p{L}_][\p{L}\p{N}_.:-]{0,60}`
const pattern = (source: string): RegExp => new RegExp(source.replaceAll('@@', name), 'gu')

/** Tags of other systems, by their signs. */
const systems: readonly (readonly [pattern: RegExp, system: string])[] = [
  [pattern(String.raw`\{%-?\s*[a-z_]{1,30}\b[^%{}]{0,500}-?%\}`), 'Liquid, Jinja or Twig'],
  [pattern(String.raw`\{#\s[^#{}]{0,500}\s#\}`), 'Jinja or Twig'],
  [pattern(String.raw`\*\|[^|*\s][^|*]{0,100}\|\*`), 'Mailchimp'],
  [pattern(String.raw`%%=?[\p{L}_][^%\n]{0,100}?=?%%`), 'Salesforce Marketing Cloud'],
  [pattern(String.raw`\{![$\w.]{1,80}\}`), 'Salesforce'],
  [pattern(String.raw`\[\[\s*@@(?:\s*\|[^\]]{0,60}|\s+OR\s+"[^"\]]{0,60}")?\s*\]\]`), 'another system'],
  [pattern(String.raw`\[[a-z][\p{L}\p{N}_ ]{0,40},\s?fallback=[^\[\]\n]{0,60}\]`), 'Campaign Monitor'],
  [pattern(String.raw`#(?:if|elseif|foreach|set)\s?\(\s?[!($][^()\n]{1,200}\)|\$!\{?@@\}?`), 'Velocity'],
  [pattern(String.raw`(?<![\p{L}\p{N}_.@])@[A-Z][A-Z_]{2,40}@(?![\p{L}\p{N}_@])`), 'Dotdigital'],
  [pattern(String.raw`\[%[-+]?\s*[^%\]]{1,200}%\]`), 'Template Toolkit'],
  [pattern(String.raw`<%[-=#]?(?:(?!%>)[^<]){0,500}%>`), 'ERB, EJS or SendGrid'],
  [pattern(String.raw`<\?(?:php\b|=)(?:(?!\?>)[^<]){0,500}(?:\?>)?`), 'PHP'],
  [pattern(String.raw`</?#[a-z]{2,20}(?:\s[^<>]{0,200})?/?>|\$\{@@![^{}\n]{0,60}\}`), 'FreeMarker'],
  [pattern(String.raw`[$#]\{\s*@@(?:\([^(){}]{0,60}\))?\s*\}`), 'JavaScript, Java or Ruby'],
  [
    pattern(
      String.raw`(?<![\w%/=?&-])%(?:recipient(?:_\w{1,30})?|unsubscribe_url|tag_unsubscribe_url|mailing_list_unsubscribe_url|[A-Z][A-Z_]{2,40}|[a-z]+[._][a-z_.]{1,40})(?:\.@@)?%`,
    ),
    'Mailgun and others',
  ],
  [
    pattern(
      String.raw`\[(?:(?:FIRST|LAST|FULL|USER|COMPANY|CLIENT|CUSTOMER)[ _]?NAME|F?L?NAME|EMAIL|UNSUBSCRIBE|[A-Z]+_[A-Z_]{2,40})\]`,
    ),
    'another system',
  ],
  [pattern(String.raw`@(?:Model|ViewBag|ViewData)\.@@|@(?:if|foreach|for)\s?\([^()\n]{1,200}\)\s*\{`), 'Razor'],
  [pattern(String.raw`[«‹]\s?@@\s?[»›]|&laquo;\s?@@\s?&raquo;|<<\s?@@\s?>>|&lt;&lt;\s?@@\s?&gt;&gt;`), 'Word'],
  [pattern(String.raw`(?<![\w{])\{\$@@(?:\|[^{}]{0,60})?\}(?!\})`), 'Smarty'],
  [pattern(String.raw`(?<![\p{L}\p{N}_])__[A-Z][A-Z_]{1,40}__(?![\p{L}\p{N}_])`), 'another system'],
  [pattern(String.raw`(?<![\p{L}\p{N}_&;#])##?[A-Z][A-Z_]{2,40}##?(?![\p{L}\p{N}_;-])(?<=#)`), 'another system'],
  [pattern(String.raw`(?<=[\s>])-[a-z]+_[a-z_]{2,30}-(?=[\s<,.!])`), 'SendGrid of old'],
  [pattern(String.raw`(?<=[\s>])~[\p{L}_][\p{L}\p{N}_.]{1,40}~(?=[\s<,.!])`), 'another system'],
]

/** Tags that only another system would fill. */
export const foreignTags: Rule = ({ checked, tell }) => {
  for (const parsed of checked.fields) {
    const { field } = parsed
    const words = field.name === 'html' ? withoutStyles(ownWords(parsed)) : ownWords(parsed)
    const taken: boolean[] = []
    for (const [expression, system] of systems) {
      for (const { 0: tag, index } of words.matchAll(expression)) {
        if (taken[index] === true) continue
        for (let at = index; at < index + tag.length; at += 1) taken[at] = true
        tell('foreign_tag', field, [index, index + tag.length], {
          message: `This is a tag of ${system}; it will be sent as it is.`,
          feature: system,
        })
      }
    }
  }
}

/** Blanks `style` and `script` elements; offsets stay. Linear. */
export function withoutStyles(html: string): string {
  const pieces: string[] = []
  const lower = html.toLowerCase()
  let at = 0
  for (const { 0: open, index } of html.matchAll(/<(?:style|script)\b/gi)) {
    if (index < at) continue
    const close = `</${open.slice(1).toLowerCase()}`
    const found = lower.indexOf(close, index)
    const end = found === -1 ? html.length : found + close.length
    pieces.push(html.slice(at, index), ' '.repeat(end - index))
    at = end
  }
  return pieces.join('') + html.slice(at)
}
