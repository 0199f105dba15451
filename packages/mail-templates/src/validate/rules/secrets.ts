import { type Rule, ownWords, wordsOutsideCode } from '../rule.ts'

/** Keys and tokens, by the forms that their makers gave them. */
const secrets =
  /\b(?:(?:AKIA|ASIA)[A-Z0-9]{16}\b|SG\.[\w-]{16,64}\.[\w-]{16,64}|[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AIza[\w-]{30,}|ya29\.[\w-]{20,}|re_[A-Za-z0-9]{8,}_[A-Za-z0-9]{12,}|chk_[a-z]+_\w{16,}|npm_[A-Za-z0-9]{30,}|eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*|Bearer [\w.~+/-]{16,}|AccountKey=[\w+/=]{20,}|sig=[\w%]{10,}|hf_[A-Za-z]{30,}|AGE-SECRET-KEY-1[A-Z\d]{20,}|whsec_\w{20,}|sk-(?:proj-|ant-|svcacct-)?[\w-]{32,}|GOCSPX-[\w-]{20,}|shp(?:at|ca|pa|ss)_[\da-f]{32}\b|dop_v1_[\da-f]{40,}|EAA[A-Za-z\d]{60,}|sq0(?:atp|csp)-[\w-]{20,}|[\da-f]{32}-us\d{1,2}\b|pat-(?:na|eu)1-[\da-f-]{30,}|key-[\da-z]{32}\b|\d{8,10}:AA[\w-]{30,40}\b|(?:AC|SK)[\da-f]{32}\b|SSN\b[^\d<>\n]{0,10}\d{3}-\d{2}-\d{4}\b|hooks\.slack\.com\/services\/\w+\/\w+\/\w+|(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|amqps?|smtps?|ftps?):\/\/[^\s/:@]{1,100}:[^\s/@{}]{1,100}@)|-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/g
/** `password: hunter2`, in several languages. */
const told =
  /(?:\b|_)(?:password|passwd|passwort|kennwort|passphrase|mot de passe|contraseña|api[ _-]?key|api[ _-]?token|secret[ _-]?(?:access[ _-]?)?key|client[ _-]?secret|access[ _-]?token|auth[ _-]?token)(?:["']?\s{0,20}(?::|=)|\s{1,20}(?:is|lautet|ist)(?:\s{0,20}:)?)\s{0,20}["']?(?!\s)([^\s"'<>{}]{6,100})/gi
/** Where a program was when it failed, as Node, Java and Python write it. */
const trace =
  /\bat [\w.$<>[\] ]{1,80}\((?:\/|[A-Z]:\\|file:|node:|\w+\.java)[^\s()]{0,200}:\d+(?::\d+)?\)|Traceback \(most recent call last\)|File "[^"\n]{1,200}", line \d+|\b(?:Notice|Warning|Fatal error|Parse error|Deprecated)(?:<\/b>)?: [^\n]{1,200} in (?:<b>)?(?:\/|[A-Z]:\\)[^\s]{1,200} on line (?:<b>)?\d+|\bSystem\.(?:\w{1,40}\.){0,4}\w{1,60}Exception\b|\bjava\.(?:\w{1,40}\.){1,4}\w{1,60}(?:Exception|Error)\b|\bSQLSTATE\[\w{5}\]|\berror in your SQL syntax\b|\bsyntax error at or near "|\bUncaught \w{0,40}(?:Error|Exception)\b|\bORA-\d{5}\b|\b(?:Type|Reference|Syntax|Range|Name|Attribute|Key|NoMethod)Error: |\bundefined (?:local variable or )?method [`'"]|\bTemplate(?:Syntax|NotFound)Error\b|\bLiquid (?:syntax )?error\b|\b[A-Z]:\\Users\\[^\s\\]{1,60}\\|(?<![\w.:/])\/(?:home|Users)\/[\w.-]{1,40}\/[\w.-]|\bSELECT [^;<>\n]{1,100} FROM \w{1,60}(?: WHERE\b|;)/g
/** Hosts of a network at home, in words: those of links are told there. */
const innerHost = /(?<=[\w-])\.(?:local|internal|intranet|lan|corp)(?![\w@-]|\.\w)/gi
const card = /(?<![\w.-])(?:\d[ -]?){12,18}\d(?![\w-])/g
const secretName =
  /(?:^|[._-]|[a-z](?=[A-Z]))(?:password|passwd|pwd|passwort|kennwort|secret|api_?key|private_?key|pin|cvv|cvc|(?:credit_?)?card_?(?:number|no)|ssn|social_?security(?:_?number)?)$/i

/** The check digit of numbers of payment cards (ISO/IEC 7812-1, annex B). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (
    !/^(?:4|5[1-5]|2[2-7]|3[47]|6(?:011|5))/.test(digits) ||
    digits.length < 13 ||
    digits.length > 19 ||
    /^(\d)\1+$/.test(digits)
  )
    return false
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    sum += at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}

/** What nobody should send by e-mail. The findings name no more than the place. */
export const secretsInTemplate: Rule = ({ checked, html, tell }) => {
  for (const parsed of checked.fields) {
    const { field, tags } = parsed
    const words = ownWords(parsed)
    const places = new Set<number>()
    for (const { 0: text, index } of words.matchAll(secrets)) {
      places.add(index)
      tell('secret', field, [index, index + text.length])
    }
    for (const { 0: text, 1: value = '', index } of words.matchAll(told)) {
      // A word after the colon is a sentence; secrets have digits or signs.
      if (!/[\d_!$%&*+=?@#]/.test(value) || /^(?:https?:|\{|<|&)/.test(value)) continue
      if (!places.has(index + text.indexOf(value))) tell('secret', field, [index, index + text.length])
    }
    for (const { 0: text, index } of words.matchAll(card))
      if (isCardNumber(text)) tell('card_number', field, [index, index + text.length])
    for (const { kind, body, start, end } of tags) {
      const [path = ''] = body.split(/[|\s]/, 1)
      if ((kind === 'value' || kind === 'raw') && secretName.test(path))
        tell('secret_value', field, [start, end], {
          message: `The value "${path.slice(0, 60)}" is a password or key, by its name.`,
        })
    }
  }
  for (const parsed of checked.fields)
    for (const { 0: text, index } of ownWords(parsed).matchAll(trace))
      tell('telling_comment', parsed.field, [index, index + text.length], {
        message: 'This is the trace of a program that failed.',
        hint: 'Take it out.',
      })
  for (const parsed of checked.fields)
    for (const { 0: ending, index, input } of wordsOutsideCode(parsed).matchAll(innerHost)) {
      const { 0: name } = /[\w.@/-]*$/.exec(input.slice(Math.max(0, index - 64), index)) ?? ['']
      // Those of links and mailboxes are told there.
      if (!/[@/]/.test(name))
        tell('telling_comment', parsed.field, [index - name.length, index + ending.length], {
          message: 'This is the name of a machine that only the own house knows.',
          hint: 'Take it out.',
        })
    }
  if (html === undefined) return
  for (const token of html.tokens) {
    if (token.kind !== 'comment' || /^\[if|^<!\[endif|\[endif\]$/i.test(token.text)) continue
    if (
      /\bsaved from url=|\b(?:start|end)fragment\b|\b(?:todo|fixme|xxx|hack|bug|password|passwd|secret|internal|do not (?:send|ship)|staging|debug|jira|ticket)\b|\bapi[ _-]?key\b|https?:\/\/(?:localhost|[\w.-]+\.(?:local|internal))/i.test(
        token.text.slice(0, 5000),
      )
    )
      tell('telling_comment', html.parsed.field, [token.start, token.end])
  }
}
