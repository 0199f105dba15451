import { comparisonsInWords } from './comparisons-in-words.ts'
import { numberInWords } from './number-in-words.ts'
import { fractionWritten, percent, plainNumber } from './plain-numbers.ts'
import { stepNamed } from './spans-of-time.ts'

/** How something is written elsewhere, or by a slip, and what stands in its place here. */
export type Slip = readonly [slip: RegExp, right: string | ((...found: readonly string[]) => string)]

const amount = String.raw`\d[\d.,'’]{0,30}`
const path = String.raw`[\p{L}_$][\p{L}\p{N}_$.]{0,100}`

/** What stands outside of quotation marks; in this order, for each may leave what the next one mends. */
export const slipsOutside: readonly Slip[] = [
  [/(?<![\p{L}\p{N}_.])(?:for)?loop\.index0?\sis\s(even|odd)(?![\p{L}\p{N}])/gu, (_, turn = '') => `$${turn}`],
  [
    /(?<![\p{L}\p{N}_.])(?:for)?loop\.(index0|first|last|length)(?![\p{L}\p{N}])/gu,
    (_, name = '') => `$${name === 'index0' ? 'index' : name}`,
  ],
  [/(?<![\p{L}\p{N}_.])(?:for)?loop\.(?:index|counter)(?![\p{L}\p{N}])/gu, '$$number'],
  [/(?<![\p{L}\p{N}_.])@(index|first|last|even|odd|root|key)(?![\p{L}\p{N}])/gu, '$$$1'],
  [new RegExp(String.raw`(?<![\d.])(\d+(?:[.,]\d+)?)\s?%`, 'gu'), (_, share = '') => percent(share)],
  [/(?<![\d.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/g, (_, day = '', month = '', year = '') => isoDay(year, month, day)],
  [new RegExp(String.raw`[€£¥$]\s?(${amount})`, 'gu'), (_, number = '') => plainNumber(number)],
  [
    new RegExp(String.raw`(?<![\p{L}\d.])(${amount})\s?(?:[€£¥$]|[A-Z]{3}(?![\p{L}\p{N}]))`, 'gu'),
    (_, number = '') => plainNumber(number),
  ],
  [/(?<![\d.])\d{1,3}(?:[.,'’ ]\d{3})+(?:[.,]\d+)?(?![\d.])/g, (number) => plainNumber(number)],
  [/(?<![\d.])\d+,\d{1,2}(?!\d)/g, (number) => plainNumber(number)],
  [/\s(and|or)(?:\s+\1)+\s/g, ' $1 '],
  [
    new RegExp(String.raw`(${path}?)\s*([<>]=?|[!=]=)\s*([\d.]{1,20})\s+(and|or)\s+(?=[<>]|[!=]=)`, 'gu'),
    '$1 $2 $3 $4 $1 ',
  ],
  [/([<>])\s*or\s*=+/g, '$1='],
  [/<>|=!/g, '!='],
  [/=>|[≧⩾]|[⇒⇨](?=\s*\d)/g, '>='],
  [/=<|[≦⩽]|[⇐⇦](?=\s*\d)/g, '<='],
  [/\s[·⋅∙•]\s/g, ' * '],
  [/\sor\s+else\s/g, ' ?? '],
  // One character for a fraction, by itself or behind a whole number.
  [/(?:(\d{1,9})\s?)?([\u00BC-\u00BE\u2150-\u215E])/g, (_, whole, sign = '') => fractionWritten(whole, sign)],
  [/~=/g, '=='],
  [/(?<![=!<>~:])=(?![=>])/g, ' == '],
  [/\s~\s|\splus\s/g, ' + '],
  [/\s(?:x|times)\s(?=[\p{L}\d(])/gu, ' * '],
  [/\sdivided\sby\s/g, ' / '],
  [/\sminus\s/g, ' - '],
  [/\s(?:is\s)?(?:no|not)\s(?:greater|more|larger|higher|bigger|over|above)\s(?:than\s)?/gi, ' <= '],
  [/\s(?:is\s)?(?:no|not)\s(?:less|fewer|lower|smaller|under|below)\s(?:than\s)?/gi, ' >= '],
  [
    /\s(?:is\s)?(?:greater|more|larger|higher|bigger)\sthan\sor\sequal\sto\s|\s(?:is\s)?at\sleast\s|\s(?:gte|ge)\s/gi,
    ' >= ',
  ],
  [/\s(?:is\s)?(?:less|lower|fewer|smaller)\sthan\sor\sequal\sto\s|\s(?:is\s)?at\smost\s|\s(?:lte|le)\s/gi, ' <= '],
  [/\s(?:is\s)?(?:greater|more|larger|higher|bigger)\sthan\s|\sexceeds\s|\sgt\s/gi, ' > '],
  [/\s(?:is\s)?(?:less|lower|fewer|smaller)\sthan\s|\slt\s/gi, ' < '],
  [/\s(?:is\s)?(?:over|above|beyond|exceeding)\s(?=\d)/gi, ' > '],
  [/\s(?:is\s)?(?:under|below)\s(?=\d)/gi, ' < '],
  [/\s(?:is\snot\sequal\sto|does\snot\sequal|not\sequals?(?:\sto)?|neq?)\s/gi, ' != '],
  [/\s(?:is\sequal\sto|equals?(?:\sto)?|eq)\s/gi, ' == '],
  [/\sis\snot\s(?=$|\d|true$|false$)/g, ' != '],
  [/\sis\s(?=$|\d|true$|false$)/g, ' == '],
  [
    /\sis\snot\s(?!empty|null|none|defined|blank)(\p{Ll}{2,30})$/gu,
    (_, word = '') => ` != ${numberInWords(word) ?? `"${word}"`}`,
  ],
  [
    /\sis\s(?!not\b|empty|null|none|defined|blank)(\p{Ll}{2,30})$/gu,
    (_, word = '') => ` == ${numberInWords(word) ?? `"${word}"`}`,
  ],
  ...comparisonsInWords,
  [/\s(?:AND|&&?|und|y|et|e|en)\s/g, ' and '],
  [/\s(?:OR|oder|ou|o)\s/g, ' or '],
  [/(?<![\p{L}\p{N}])NOT\s/gu, 'not '],
  [/(\p{L})(?:->|::|\.{2,}|[．。·\\,→›»])(?=\p{L})/gu, '$1.'],
  [/[¦｜│∣ǀ]|\|>/g, '|'],
  [/\s\|\|\s(?=\p{L}+\s*$)/gu, ' | '],
  [/(\|\s*\p{L}{1,40})\s*[=;]+\s*/gu, '$1:'],
  [/(\|\s*\p{L}{1,40})\s+(?=\d|$)/gu, '$1:'],
  [/：|；/g, ':'],
  [
    /(\p{L}[\p{L}\p{N}_.]{0,100})\s*(?:\^|\*\*)\s*([2-5])(?!\d)/gu,
    (_, name = '', times = '') => Array<string>(Number(times)).fill(name).join(' * '),
  ],
  [/(\p{L}[\p{L}\p{N}_.]{0,100})\[\1\.length\s?-\s?1\]/gu, '$1[-1]'],
  [/^(?:no|nicht|kein|keine|niet|geen|non)\s(?=\p{Ll}[\p{L}\p{N}_.]{0,100}$)/gu, 'not '],
  [/\sthen\s*$/gi, ''],
  [/(?<=[\p{L}\p{N})])\s*[;,.:|]+\s*$/gu, ''],
]

const isoDay = (year: string, month: string, day: string): string =>
  `"${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}"`

const quotedText = String.raw`(?:"[^"]{0,60}"|'[^']{0,60}')`
/** What a choice may write. */
const side = String.raw`(?:${quotedText}|-?\d{1,20}(?:\.\d{1,10})?|${path})`
const textsIn = (list: string): readonly string[] => list.match(/"[^"]*"|'[^']*'/g) ?? []

/** How a choice is said in the languages of most templates. */
const [sayIf, sayThen, sayElse] = [
  'if|wenn|falls|si|se|als',
  'then|dann|alors|entonces|allora|então|dan',
  'else|otherwise|sonst|sinon|si no|altrimenti|senão|anders',
]

/** How it is said that there is nothing. */
const [isWord, notWord, emptyWord] = [
  'is|ist|est|es|è|é|está',
  'not|nicht|pas|no|non|niet|não',
  'empty|blank|leer|vide|vac[ií][oa]|vuot[oa]|leeg|vazi[oa]',
]

/** What reaches into quotation marks, or is about the whole of a tag. */
export const slipsOfWhole: readonly Slip[] = [
  // Bars, and what stands between a formatter and its argument.
  [/^\|\s*(?=\p{L})/u, ''],
  // Texts that are joined by the sign of a spreadsheet or of PHP, where nothing is tested.
  [/^[^=<>|?]{1,200}$/, joinedTexts],
  // Values and texts side by side: a choice, or what is to be joined.
  [new RegExp(String.raw`^(${path})\s+(${quotedText})\s+(${quotedText})$`, 'u'), '$1 ? $2 : $3'],
  [new RegExp(String.raw`^(${path})\s*(${quotedText})\s*(${path})$`, 'u'), '$1 + $2 + $3'],
  [
    new RegExp(String.raw`^(?:the\s)?(?:sum|total|Summe)\s(?:of|von|aus)\s(${path})\s(?:and|und)\s(${path})$`, 'u'),
    '$1 + $2',
  ],
  [/(:\s*)'([^'"|]{1,60})$/, '$1"$2"'],
  // A picture of a date behind any sign.
  [
    new RegExp(
      String.raw`^(${path})\s*(?:[:;|(]|\\@)\s*["']?((?:d{1,2}|M{1,4}|y{2,4})(?:[./ -]+(?:d{1,2}|M{1,4}|y{2,4})){1,2})["']?\s*\)?$`,
      'u',
    ),
    '$1 | date:"$2"',
  ],
  // Several texts that one value is compared with, and a list with what stands between its items.
  [
    new RegExp(
      String.raw`^(${path})\s*(==?|!=|\sis\snot|\sis)\s*(${quotedText}(?:\s*(?:[,;/]|or|oder|ou|o)\s*${quotedText}){1,20})$`,
      'u',
    ),
    (_, name = '', sign = '', list = '') =>
      textsIn(list)
        .map((text) => `${name} ${/!=|not/.test(sign) ? '!=' : '=='} ${text}`)
        .join(/!=|not/.test(sign) ? ' and ' : ' or '),
  ],
  [new RegExp(String.raw`^(${path})\s*[,;]\s*(${quotedText})$`, 'u'), '$1 | join:$2'],
  [/\?\s?:\s*(?=["'“„\p{L}])/gu, '?? '],
  [new RegExp(String.raw`(\?\s*${quotedText})\s*[/|;]\s*(?=["'])`, 'u'), '$1 : '],
  [new RegExp(String.raw`^(${quotedText})\s+(?:if|wenn|si|se|als)\s+(${path})$`, 'u'), '$2 ? $1 : ""'],
  [/\?\?\s*("[^"]{0,60}")\s*:\s*(?=")/g, '? $1 : '],
  [new RegExp(String.raw`^(${path})\s*[,;]\s*(${quotedText})\s*[,;]\s*(${quotedText})$`, 'u'), '$1 ? $2 : $3'],
  // What a formatter makes of a value, compared: `items | count > 3`.
  [new RegExp(String.raw`^(${path}\s*\|\s*\p{L}{1,20}(?::${quotedText})?)\s*(==|!=|[<>]=?)\s*(?=\S)`, 'u'), '($1) $2 '],
  // The same sign twice in a choice, and a colon that divides.
  [new RegExp(String.raw`^(${path})\s*:\s*(${quotedText})\s*:\s*(${quotedText})$`, 'u'), '$1 ? $2 : $3'],
  [new RegExp(String.raw`^(${path})\s+:\s+(\d{1,9}(?:\.\d{1,9})?)(?=\s*(?:\||$))`, 'u'), '$1 / $2'],
  [new RegExp(String.raw`^(${path})\s+(?:${isWord})\s+(?:${notWord})$`, 'iu'), 'not $1'],
  // A choice between values.
  [
    new RegExp(
      String.raw`^(?:${sayIf})\s+([^?"]{1,100}?)\s+(?:${sayThen})\s+(${side})\s+(?:${sayElse})\s+(${side})$`,
      'iu',
    ),
    '$1 ? $2 : $3',
  ],
  // Days, of which one is before the other.
  [new RegExp(String.raw`^(${path})\s+(?:is\s|ist\s)?(?:before|earlier than|vor)\s+(${path})$`, 'u'), '$1 < $2'],
  [new RegExp(String.raw`^(${path})\s+(?:is\s|ist\s)?(?:after|later than|nach)\s+(${path})$`, 'u'), '$1 > $2'],
  // A choice with its signs changed round, and one that is said.
  [
    new RegExp(String.raw`^([^?:"]{1,100}(?:${quotedText})?)\s*:\s*(${quotedText})\s*\?\s*(${quotedText})$`, 'u'),
    '$1 ? $2 : $3',
  ],
  [
    new RegExp(
      String.raw`^(?:(?:${sayIf})\s+)?([^?]{1,100}?)(?:\s+(?:${sayThen}))?\s+(${quotedText})\s+(?:${sayElse})\s+(${quotedText})$`,
      'iu',
    ),
    '$1 ? $2 : $3',
  ],
  [/\|\s+\|\s*/g, '| '],
  [/(\|\s*\p{L}{1,40})\s*\[\s*("[^"]{0,100}"|'[^']{0,100}')\s*\]/gu, '$1:$2'],
  [/(\|\s*\p{L}{1,40})\s*[/.-]\s*(short|medium|long|full|iso|[A-Z]{3})\s*$/u, '$1:"$2"'],
  [/(\p{L})\.\s*(?=\|)/gu, '$1 '],
  [/(\|\s*\p{L}{1,40})\s*\(\s*(short|medium|long|full|iso|[A-Z]{3})\s*\)/gu, '$1:"$2"'],
  // Quotation marks that are doubled, those of feet and inches, and an apostrophe between single ones.
  [/""([^"]{1,100})""/g, '"$1"'],
  [/[″‶]([^″‶"]{0,200})[″‶]/g, '"$1"'],
  [/:\s*'([^'"|]{1,100}'[^'"|]{1,100})'\s*$/, ':"$1"'],
  // Places in lists.
  [/\[#(\d{1,4})\]/g, '[$1]'],
  [/\[(\d{1,4})\.(?=\p{L})/gu, '[$1].'],
  [/(\p{L})\[\]$/u, '$1'],
  // What is empty, in other languages and before the name; a text that begins with a digit.
  [new RegExp(String.raw`^(${path})\s+(?:${isWord})\s+(?:${notWord})\s+(?:${emptyWord})$`, 'iu'), '$1'],
  [new RegExp(String.raw`^(${path})\s+(?:${isWord})\s+(?:${emptyWord})$`, 'iu'), 'not $1'],
  [new RegExp(String.raw`^(?:${emptyWord})\s+(${path})$`, 'iu'), 'not $1'],
  [/¬\s*/g, 'not '],
  [/([!=]?=)\s*(\d{1,6}\p{L}{1,6})$/u, (_, sign = '', text = '') => `${sign === '=' ? '==' : sign} "${text}"`],
  // Signs before and behind a name that mean nothing here, and a word that asks whether it is there.
  [/^[?+*&]{1,2}\s*(?=[\p{L}_])/u, ''],
  [/(?<=[\p{L}\p{N}_])\s*[?!]+$/u, ''],
  [new RegExp(String.raw`^(not\s+)?(?:exists?|isset|defined|there\s+is)\s+(${path})$`, 'u'), '$1$2'],
  // Answers and choices in words.
  [new RegExp(String.raw`^(${path})\s*=\s*(?:no|nein|non|nee)$`, 'iu'), 'not $1'],
  [new RegExp(String.raw`^(${path})\s*=\s*(?:yes|ja|oui|sí|si)$`, 'iu'), '$1'],
  [/(\?\s*"[^"]{0,100}")\s+(?:else|otherwise)\s+(?=")/u, '$1 : '],
  // A test that breaks off, or has its sign left out or in half.
  [/\s+(?:and|or)$/u, ''],
  [/(\p{L}[\p{L}\p{N}_.]{0,100})\s!\s(?=[\p{L}\d"])/gu, '$1 != '],
  [/&quot;/g, '"'],
  [/(?:''|,,)([^'",]{1,100})''/g, '"$1"'],
  [/(?<!")"([^"']{1,100})'(?=\s*(?:$|[|:)]))|(?<!')'([^"']{1,100})"(?=\s*(?:$|[|:)]))/g, '"$1$2"'],
  [/(\p{L})\.\[/gu, '$1['],
  // An item of a list by its place, as spreadsheets and Visual Basic have it.
  [/(?<![\p{L}\p{N}_.])([\p{L}_][\p{L}\p{N}_]{0,60}[^s\W]s)\((\d{1,4})\)(?=\.|$)/gu, '$1[$2]'],
  [/\(\s*attribute\s*=\s*["']([\p{L}\p{N}_.]{1,100})["']\s*\)/gu, ':"$1"'],
  [/^[^"|\s]{1,200}:.*$/u, withBars],
  [/^(\p{L}[\p{L}\p{N}_.]{0,100})\s*:\s*(?=\p{L}+(?:\s*[:(|]|$))/u, '$1 | '],
  [/(\p{L})\?\.(?=\p{L})/gu, '$1.'],
  [/^(.{1,200}\?\s*"[^"]{0,200}")\s*,\s*(?=")/u, '$1 : '],
  // A text right before a value, a size without quotation marks, a span of time added by its sign.
  [new RegExp(String.raw`^("[^"]{1,60}")\s*(${path})$`, 'u'), '$1 + $2'],
  [/:\s*(\d{1,4}(?:[.,]\d{1,2})?)\s?(mm|cm|pt|px|in)(?=\s*(?:$|:))/g, ':"$1$2"'],
  [
    new RegExp(String.raw`^(${path})\s*([+-])\s*(\d{1,4})\s*(\p{L}{1,12})$`, 'u'),
    (whole, day = '', sign = '', count = '', unit = '') => {
      const step = stepNamed(unit)
      return step === undefined ? whole : `${day} | ${step}:${sign === '-' ? '-' : ''}${count}`
    },
  ],
  [/\|\s*(?=["'][#0])/g, '| picture:'],
  [/\|\s*(?=["'][dDmMyY])/g, '| date:'],
  [
    new RegExp(
      String.raw`^(\d{1,9}(?:[.,]\d{1,9})?)\s?(?:%|per\s?cent|Prozent|pour\s?cent|por\s?ciento|per\s?cento|por\s?cento|procent)\s+(?:of|von|vom|de|des|du|del|della|di|do|da|van)\s+(?:the\s)?(${path})$`,
      'iu',
    ),
    (_, share = '', name = '') => `${name} * ${percent(share)}`,
  ],
  [/(\|\s*\p{L}{1,40})\s*\(\s*([^()]{0,200}?)\s*\)/gu, '$1:$2'],
  [new RegExp(String.raw`^("[^"]{0,20}"|'[^']{0,20}')\.join\((${path})\)$`, 'u'), '$2 | join:$1'],
  [/:\s*,?\.(\d)f$/, ' | number:$1'],
  [/[`´]([^`´"]{0,200})[`´]/g, '"$1"'],
  [/:\s*"([^'|:]{0,200}"[^'|:]{0,200})"\s*$/, ":'$1'"],
  // A quotation mark at the end alone.
  [/^([^"]{1,200}[=<>:]\s*)(\p{L}[\p{L}\p{N} .-]{0,60})"$/u, '$1"$2"'],
  [/^t\s+["'“„]([^"'“”„]{1,200})$/u, 't "$1"'],
  [/^t\s*:\s*["'“„]([^"'“”„]{1,200})["'”“]$/u, 't "$1"'],
  // A comma before the next formatter, and a picture where a number of digits should stand.
  [/(\|\s*\p{L}{1,40})\s*,\s*(?=\p{L}{3,20}\s*(?:$|[|:]))/gu, '$1 | '],
  [/\|\s*(?:number|currency|percent)\s*:\s*(?=["'][#0])/g, '| picture:'],
  [/(\|\s*\p{L}{1,40})\s+(?=["'“„‘])/gu, '$1:'],
  [
    new RegExp(
      String.raw`^(${path})\s+(?:contains|includes|enthält|contient|contiene|bevat|contém)\s+["“'„]([^"“”']{1,100})["”'“]$`,
      'u',
    ),
    '($1 | like:"*$2*")',
  ],
  [new RegExp(String.raw`^(${path})\s+starts\s?with\s+["“'„]([^"“”']{1,100})["”'“]$`, 'iu'), '($1 | like:"$2*")'],
  [new RegExp(String.raw`^(${path})\s+ends\s?with\s+["“'„]([^"“”']{1,100})["”'“]$`, 'iu'), '($1 | like:"*$2")'],
  [new RegExp(String.raw`^(${path})\s+is\s+not\s+(?:empty|null|none|blank)$`, 'u'), '$1'],
  [
    new RegExp(String.raw`^(${path})\s+(?:exists|is\s+(?:defined|set|given|present|available|filled(?:\s+in)?))$`, 'u'),
    '$1',
  ],
  [
    new RegExp(
      String.raw`^(${path})\s+(?:does\s+not\s+exist|is\s+(?:missing|absent|not\s+(?:set|given|present|available|filled(?:\s+in)?)))$`,
      'u',
    ),
    'not $1',
  ],
  [new RegExp(String.raw`^(${path})\s+is\s+(?:empty|null|none|blank|not\s+defined)$`, 'u'), 'not $1'],
  [
    new RegExp(String.raw`^(${path})\s+(?:is\s+)?between\s+(\d+(?:\.\d+)?)\s+and\s+(\d+(?:\.\d+)?)$`, 'u'),
    '$1 >= $2 and $1 <= $3',
  ],
  [
    new RegExp(String.raw`^(\d+(?:\.\d+)?)\s*(<=?)\s*(${path})\s*(<=?)\s*(\d+(?:\.\d+)?)$`, 'u'),
    (_, least = '', from = '', name = '', to = '', most = '') =>
      `${name} ${from.replace('<', '>')} ${least} and ${name} ${to} ${most}`,
  ],
  [new RegExp(String.raw`^(${path})\s+has\s+(?:an?\s+)?(${path})$`, 'u'), '$1.$2'],
  [/^([^",|?]{1,100}),\s*([^",|?]{1,100}[<>=].{0,100})$/u, '$1 and $2'],
  [/(\?\s*"[^"]{0,100}")\s+(?=")/u, '$1 : '],
  [
    new RegExp(
      String.raw`^(${path})\s+(?:is\s+(?:one\s+of|either)|in)\s*[[({]?\s*((?:"[^"]{0,60}"|'[^']{0,60}')(?:\s*,\s*(?:"[^"]{0,60}"|'[^']{0,60}')){0,20})\s*[\])}]?$`,
      'u',
    ),
    (_, name = '', list = '') =>
      (list.match(/"[^"]*"|'[^']*'/g) ?? []).map((text) => `${name} == ${text}`).join(' or '),
  ],
  // A picture of a number behind a colon, and one side of a choice alone.
  [new RegExp(String.raw`^(${path})\s*:\s*([#0][#0.,]{0,20})$`, 'u'), '$1 | picture:"$2"'],
  [new RegExp(String.raw`^(${path})\s*\?\s*(\p{L}[\p{L} ]{1,60})$`, 'u'), '$1 ? "$2" : ""'],
  [new RegExp(String.raw`^(${path})\s*:\s*(${quotedText})$`, 'u'), '$1 ? $2 : ""'],
  // Any other joint of a path.
  [/^[\p{L}_][\p{L}\p{N}_]{0,60}(?::[\p{L}_][\p{L}\p{N}_]{0,60}){1,5}$/u, (whole) => whole.replaceAll(':', '.')],
  [/^([^?"]{1,200}\?\s*(?:"[^"]{0,200}"|[\p{L}\p{N}_][\p{L}\p{N}_.]{0,100}))\s*:?\s*$/u, '$1 : ""'],
]

/** `first & " " & last` and `first . " " . last` with the sign that joins texts here. */
function joinedTexts(whole: string): string {
  const pieces = whole.split(/("[^"]*"|'[^']*'|[“„][^“”]*[“”])/)
  if (pieces.length < 3) return whole
  return pieces
    .map((piece, index) => {
      if (index % 2 === 1) return piece
      const behind = index === 0 ? piece : piece.replace(/^\s*[&.]\s*/, ' + ')
      return index === pieces.length - 1 ? behind : behind.replace(/\s*&\s*$|\s+\.\s*$/, ' + ')
    })
    .join('')
}

/** A word of an argument, which is a text in Carbone. */
const bareWord = /(?<![\p{L}\p{N}_."'])\p{L}[\p{L}\p{N}_]*(?![\p{L}\p{N}_."'])/gu

const withTexts = (given: string): string =>
  given.replaceAll(/"[^"]*"|'[^']*'|[^"']+/g, (piece) =>
    /^["']/.test(piece) ? piece : piece.replaceAll(bareWord, (word) => `"${word}"`),
  )

/** Formatters as Carbone writes them, behind colons: `d.fee:add(5):formatC` is `fee | add:5 | formatC`. */
function withBars(text: string): string {
  const chain = /:(\p{L}{1,40})(?:\(([^()]{0,100})\))?/gu
  if (text.slice(text.indexOf(':')).replaceAll(chain, '').trim() !== '') return text
  return text
    .replaceAll(/:ifEM(?:\(\))?:show\(/g, ':default(')
    .replaceAll(
      chain,
      (_, name: string, given?: string) =>
        ` | ${name}${given === undefined || given === '' ? '' : `:${withTexts(given)}`}`,
    )
    .replaceAll(/(?<![\p{L}\p{N}_."'])[dc]\.(?=\p{L})/gu, '')
}
