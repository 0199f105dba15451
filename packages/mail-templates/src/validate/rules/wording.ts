import type { AdviceCode } from '../advice.ts'
import { type Rule, ownWords } from '../rule.ts'
import { placeholder } from './placeholders.ts'

/** What filters know from spam, in English, German, French and Spanish. */
const spam =
  /(?<![\p{L}\p{N}])(?:100% free|absolutely free|act now|apply now and win|as seen on|be your own boss|buy direct|cash bonus|cheap meds|click (?:here|below) (?:now|to win)|c[1!|]al[i1!]s|congratulations,? you(?:'ve| have)? won|dear (?:friend|winner|beneficiary|lucky one)|double your|earn (?:extra )?(?:cash|money|\$\d+)|eliminate (?:your )?debts?|no credit check|free spins|online casino|extra income|f([.*_-])r\1e\1e|fast cash|fr[3€]{2}|free (?:gift|money|access|trial offer)|get rich|guaranteed winner|incredible deal|limited time (?:only|offer)|lose weight|lowest price|make money|million dollars|miracle|money back guarantee|no (?:catch|cost|obligation|strings attached|risk)|once in a lifetime|online (?:casino|pharmacy)|risk[- ]free|satisfaction guaranteed|special promotion|this is not spam|urgent response|(?:account|access) (?:will be|is|has been) (?:suspended|limited|terminated|closed) unless|verify your (?:password|identity) (?:now|immediately|at once)|viagra|v(?:[1!|]agra|i[@4]gra)|weight loss|why pay more|(?:won|win) (?:the|a|our) (?:\p{L}{1,20} )?lottery|lottery winner|winner|work from home|you(?:'ve| have) been selected|jetzt zugreifen|garantiert gewinnen|gratis geschenk|geld verdienen|nur für kurze zeit|sie haben gewonnen|kostenlos testen und gewinnen|gagnez de l'argent|vous avez gagné|offre exceptionnelle|gane dinero|has ganado)(?![\p{L}\p{N}])|\${2,}|€{2,}/giu
/** A word whose letters stand apart. */
const gappy = /(?<![\p{L}\p{N}.])\p{L}(?:[ .*_-]\p{L}){3,30}(?![\p{L}\p{N}])/gu
/** A subject of a trial, or of nobody. */
const noSubject =
  /^\s*(?:test(?:ing)?(?:[ -]?e?-?mail|[ -]?message|[ -]?betreff)?(?: \d+)?|untitled|\(?no subject\)?|\(?kein betreff\)?|betreff|subject|\(?sans objet\)?|asdf+|new message|neue nachricht|(?:kopie von|copy of|copie de) [^\n]{1,200}|[\w.-]{1,80}\.(?:docx?|pdf|xlsx?|pptx?|html?|eml|msg|psd|indd))\s*(?:[.!]+\s*)?$|^[\s.…_:;,*#-]+$|^\s*(?:draft|entwurf|brouillon|borrador|proof)\s*[:–-](?=\s)|(?<![\p{L}\p{N}])undefined(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])null\s*[.!]?$/giu
/** A word that says nothing by itself; a value beside it may. */
const greetingAlone = /^\s*(?:hello|hi|hey|hallo|greetings|update|info|important)[.!]?\s*$/gi
/** What a program wrote of the name of a sender that there was not. */
const noName = /^\s*"?(?:undefined|null|none|nan|\[object Object\]|name|your name)"?\s*(?=<)/gi
/** What a program wrote of a number that there was not; in this case alone: Nan is a name. */
const noNumber = /(?<![\p{L}\p{N}])NaN(?![\p{L}\p{N}])/gu
/** Six words in capitals and more. It begins with the letter, not with what stands before it, since most of a page is blanks. */
const shouting =
  /\p{Lu}(?<!\p{L}\p{Lu})[\p{Lu}'’-]*[\s,;:]+(?:\p{Lu}[\p{Lu}'’-]*[\s,;:]+){4,39}\p{Lu}[\p{Lu}'’-]{2,}(?![\p{Ll}])/gu
/** The word that it ends with. */
const loud = /\p{Lu}[\p{Lu}'’-]{2}/u
/** What speaks of a button, which the text part has none of. */
const ofButtons =
  /\b(?:click|press|tap|use)(?: on)? the (?:button|link) (?:below|above)\b|\bclick the (?:button|image)\b|\bklicken sie (?:auf )?(?:den button|die schaltfläche)\b|\bcliquez sur le bouton\b/giu
/** What speaks of a link in the text part, and how near its address should be. */
const clickHere = /\b(?:click|tap) (?:here|this link)\b/gi
const nearby = 200
/** The line below the heads of a table of Markdown. */
const tableLine = /\|(?: ?:?-{2,40}:? ?\|){2,40}/g
/** What inboxes would show of a mail that begins so. */
const ofBrowser =
  /^\s*(?:view|read|open|see|display) (?:this|the|it)?\s?(?:e-?mail|message|newsletter|it)?\s?(?:in|on) (?:(?:your|a|the) )?(?:web )?browser|^\s*(?:im browser (?:ansehen|anzeigen|öffnen)|voir dans le navigateur|(?:click|trouble|having|problems?) .{0,40}\bbrowser)/giu
const markdownLink = /(?<!\])!?\[[^\][\n]{1,100}\]\(https?:\/\/[^()\s]{1,500}\)/gu
/** Bold text, links, headings, tasks and code of Markdown, and marks of forums and wikis, each by a sign that most pages do not have. */
const markdown: readonly (readonly [sign: string, pattern: RegExp])[] = [
  ['**', /\*\*(?=[\p{L}\p{N}])[^*\n<]{0,200}\*\*/gu],
  ['](', markdownLink],
  ['- [', /- \[[ xX]\] /gu],
  ['[/', /\[\/(?:b|i|u|s|url|img|quote|size|color|list|center)\]/giu],
  ['[http', /\[https?:\/\/[^\s\][]{1,500} [^\][\n]{1,100}\]/giu],
  ['# ', /#{1,4}(?<=(?:^|[ \t]{2})#{1,4}) \p{Lu}/gmu],
  ['`', /`(?<![\p{L}\p{N}`]`)[^`\n<]{1,60}`(?!`)/gu],
]
const marks = /[!?]{3,}|(?:![^!?.\n<]{1,80}){3}!/g

/** What single spaces join; no pattern of spam reaches further, and most of a page is blanks. */
const phrase = /\S+(?: \S+)*/g

type Phrase = readonly [said: string, at: number]

/** What single spaces join: those of several letters, since the rest says nothing. */
const phrasesOf = (words: string): readonly Phrase[] =>
  Array.from(words.matchAll(phrase), ({ 0: said, index }): Phrase => [said, index]).filter(([said]) => said.length > 2)

/** The same finds as in the whole, whose blanks need not be looked at. */
function* inPhrases(phrases: readonly Phrase[], pattern: RegExp): Generator<Pick<RegExpExecArray, 0 | 'index'>> {
  for (const [said, index] of phrases) {
    if (said.search(pattern) === -1) continue
    for (const { 0: text, index: at } of said.matchAll(pattern)) yield { 0: text, index: index + at }
  }
}

/** Words that filters mind, and those that only fill the place. */
export const wording: Rule = ({ checked, html, tell }) => {
  for (const parsed of checked.fields) {
    const { field, isHtml } = parsed
    const words = isHtml ? visibleOnly(ownWords(parsed), html) : ownWords(parsed)
    const find = (places: Iterable<Pick<RegExpExecArray, 0 | 'index'>>, code: AdviceCode): void => {
      for (const { 0: text, index } of places) {
        const said = text.replace(/\s+/g, ' ').trim().slice(0, 60)
        tell(
          code,
          field,
          [index, index + text.length],
          code === 'spam_words' || code === 'placeholder_text'
            ? { message: code === 'spam_words' ? `"${said}" is typical of spam.` : `"${said}" only fills the place.` }
            : {},
        )
      }
    }
    const phrases = phrasesOf(words)
    find(inPhrases(phrases, spam), 'spam_words')
    for (const { 0: text, index } of inPhrases(phrases, gappy))
      tell('spam_words', field, [index, index + text.length], {
        message: 'The letters of a word stand apart: screen readers spell it, and filters mind.',
        hint: 'Write letter-spacing, and the word as one.',
      })
    find(inPhrases(phrases, placeholder), 'placeholder_text')
    if (words.includes('NaN')) find(words.matchAll(noNumber), 'placeholder_text')
    if (field.name === 'from') find(words.matchAll(noName), 'placeholder_text')
    if (field.name !== 'text' && field.name !== 'from')
      for (const [sign, pattern] of markdown)
        if (words.includes(sign)) find(words.matchAll(pattern), 'marks_of_markdown')
    if (field.name === 'subject') {
      find(words.matchAll(noSubject), 'placeholder_text')
      if (parsed.tags.length === 0) find(words.matchAll(greetingAlone), 'placeholder_text')
      continue
    }
    if (field.name === 'preheader')
      find(words.matchAll(/^\s*(?:undefined|null|none|untitled|test|preheader)\s*[.!]?$/gi), 'placeholder_text')
    if (field.name === 'preheader')
      for (const { 0: text, index } of words.matchAll(ofBrowser))
        tell('no_preheader', field, [index, index + text.length], {
          message: 'The summary sends readers to a browser, and says nothing of the message.',
        })
    if (field.name === 'text')
      for (const { 0: text, index } of words.includes('](') ? words.matchAll(markdownLink) : [])
        tell('marks_of_markdown', field, [index, index + text.length], {
          message: 'A link is written as in Markdown; programs make a link of the bare address.',
          hint: 'Write the words, and the address behind them.',
          severity: 'info',
        })
    if (words.includes('-|')) find(words.matchAll(tableLine), 'marks_of_markdown')
    if (field.name === 'text')
      for (const { 0: text, index } of words.matchAll(ofButtons))
        tell('link_is_missing', field, [index, index + text.length], {
          message: 'The text part speaks of a button, and has none.',
          hint: 'Write "Follow this link:", and the address behind it.',
          severity: 'info',
        })
    if (field.name === 'text' && /https?:/i.test(field.source) && /click|tap/i.test(words))
      for (const { 0: text, index } of words.matchAll(clickHere))
        if (!/https?:|www\./i.test(field.source.slice(Math.max(0, index - nearby), index + nearby)))
          tell('link_is_missing', field, [index, index + text.length], {
            message: 'The text part says to click here, and no address is near.',
            hint: 'Write "Follow this link:", and the address behind it.',
            severity: 'info',
          })
    if (phrases.some(([said]) => loud.test(said))) find(words.matchAll(shouting), 'shouting_text')
    if (words.includes('!') || words.includes('?')) find(words.matchAll(marks), 'exclamation_marks')
  }
}

/** The source with all blanked but the text of the page and the words of alternative texts and titles; offsets stay. */
function visibleOnly(words: string, html: Parameters<Rule>[0]['html']): string {
  if (html === undefined) return words
  const pieces: string[] = []
  let at = 0
  const keep = (start: number, end: number): void => {
    if (start < at) return
    pieces.push(' '.repeat(start - at), words.slice(start, end))
    at = end
  }
  for (const token of html.tokens) {
    if (token.kind === 'text' && (token.element === '' || token.element === 'title')) keep(token.start, token.end)
    if (token.kind === 'start') {
      const alt = token.attributes.get('alt') ?? token.attributes.get('title')
      if (alt !== undefined) keep(alt.start, alt.end)
    }
  }
  return pieces.join('')
}
