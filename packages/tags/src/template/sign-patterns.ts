/** A sign by its engine; `suits` looks at the name in it, where its letters alone say too little. */
export interface Sign {
  readonly pattern: RegExp
  readonly suits?: (name: string, match: RegExpExecArray) => boolean
}

/** What one of the signs below begins with or has in it: most paragraphs have none of these, and need no closer look. */
export const anySign = /[<>[\]{}«»‹›＜＞%#@$&~|*^=\\_+【〔〖⟦⟨⟪❰「『｛❴﹛⦃⁅]|:\p{L}|MERGEFIELD/u

const name = String.raw`[\p{L}_][\p{L}\p{N}_.-]{0,100}`
/** Some stand on a line of their own, of which a paragraph may have several. */
const sign = (source: string, suits?: Sign['suits'], flags = 'gmu'): Sign => {
  let made: RegExp | undefined
  return {
    /** Made at the first text that may have a sign: all of them would take a good part of a process's start. */
    get pattern() {
      return (made ??= new RegExp(source, flags))
    },
    ...(suits === undefined ? {} : { suits }),
  }
}

/** `first_name`, `clientName`, `client.name`, `courts`: no word of a sentence that begins with a capital. */
export const isIdentifier = (text: string): boolean =>
  text.length > 2 && /^_*\p{Ll}|[_.\p{N}]\p{L}|\p{Ll}\p{Lu}/u.test(text)
/** `first_name`, `client.name`. */
function isProgramName(text: string): boolean {
  return /\p{L}[_.]\p{L}/u.test(text) && isIdentifier(text)
}
/** Written into texts in square brackets by those who quote. */
const editorial =
  /^(?:sic|ibid|idem|recte|added|omitted|redacted|emphasis|etc|und|and|see|siehe|note|link|pdf|edit|translation|citation)$/i

/** What engines call their statements. */
const statementWords =
  'if|elseif|elsif|else|for|foreach|forEach|forelse|repeat|loop|each|while|unless|switch|case|set|assign|list|include|render'

/** Signs that stand in no text by chance. */
export const certain: readonly Sign[] = [
  // Docmosis, docxtemplater with other delimiters, Aspose's LINQ engine, office-stamper, XpressDox.
  sign(
    String.raw`<<\s?[#/^]?${name}\s?>>|<</?(?:${statementWords}|end)\b[^<>]{0,100}>>|<<(?:\p{L}{2,20}\s)?\[[^<>\[\]]{1,100}\][^<>]{0,60}>>|<<${name}(?:\([^<>]{0,100}\)|[|;=][^<>]{1,100}|:[^<>\s][^<>]{0,100})>>`,
  ),
  sign(String.raw`\[\[\s?[#/^]?${name}\s?\]\]`),
  // Angles with a sign inside: ERB, JSP, T4, PHP, Freemarker's macros, Oracle's processing instructions.
  sign(String.raw`<[/]?(?!\?xml)[%#?@|$~*]{1,2}[-=_:!]?\s?[\p{L}_$"'(@.][^<>]{0,200}>`),
  sign(String.raw`<(?!\?xml)([%#?@|$~*])(?:(?!\1>).){1,200}\1>`),
  // Perl's Template Toolkit.
  sign(String.raw`\[%[-+=~]?\s[^\[\]%]{1,200}%\]`),
  // JSP's libraries and XSLT.
  sign(String.raw`</?(?:c|fmt|fn|xsl|ui|th):[a-z][a-z-]{1,30}(?:\s[^<>]{0,200})?/?>`),
  // Blade's and Razor's statements; Pandoc.
  sign(String.raw`(?<![\p{L}\p{N}])@(?:${statementWords}|isset)\s?\([^()]{1,100}\)`),
  sign(String.raw`(?<![\p{L}\p{N}.@])@end(?:${statementWords}|isset|section)(?![\p{L}\p{N}])`),
  sign(String.raw`\$(?:for|if)\(${name}\)\$`),
  // docx-templates.
  sign(String.raw`\+\+\+ ?[A-Z=][^+]{0,200}\+\+\+`),
  // Freemarker and Velocity, as XDocReport has them.
  sign(String.raw`\[/?#(?:list|if|else|elseif|assign)\b[^\[\]]{0,100}\]`),
  sign(String.raw`#(?:foreach|if|elseif|set|parse|include|evaluate|define|macro)\s?\([^()]{0,100}\)`),
]
/** A field of Word's, typed with braces of the keyboard. */
export const typedField = sign(
  String.raw`\{\s*(?:MERGEFIELD|NEXTIF|SKIPIF|ADDRESSBLOCK|GREETINGLINE|DOCPROPERTY|DOCVARIABLE|INCLUDETEXT|INCLUDEPICTURE|FILLIN)\b[^{}]{0,200}\}|\{\s*(?:NEXT|MERGEREC|MERGESEQ|NUMPAGES)\s*\}|\{\s(?:PAGE|SECTIONPAGES|FILENAME)\s\}|\{\s*=?[A-Z]{2,}\b[^{}]{0,200}\\[@#*][^{}]{0,200}\}`,
)
/** The same without braces, as it is left where a field was pasted as text. */
export const nakedField = sign(
  String.raw`(?<!\{\s{0,5})(?<!\p{L})MERGEFIELD\s+"?(${name})"?`,
  (text) => isIdentifier(text) || /^\p{Lu}/u.test(text),
)
/** What Word shows of a rule or block of a merge, pasted as text. */
export const shownRule = sign(
  String.raw`«\s?(?:Next Record(?: If)?|Skip Record If|Merge (?:Record|Sequence) #|Address ?Block|Greeting ?Line|Nächster Datensatz|Adressblock|Grußzeile)\s?»`,
)
/** Whatever stands between braces. */
export const inBraces = sign(String.raw`\{([^{}]{1,200})\}`)
/** A date or an amount in braces: `{12.03.2026}`, `{1.250,00}`. */
export const typedValue = sign(
  String.raw`\{\s?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,3}(?:[.,]\d{3}){0,4}[.,]\d{2})\s?\}`,
)
/** What stands for something that is left out, in braces: `{…}`, `{...}`, `{?}`. */
export const leftOut = sign(String.raw`\{\s?(?:…{1,40}|\.{3,100}|\?{1,10})\s?\}`)
/** A comment of Smarty's. */
export const starred = sign(String.raw`\{\*[^{}]{1,200}\*\}`)
/** A program's name with two or three signs on each side that belong to no sentence. */
export const doubleSigned = sign(
  String.raw`(?<![\p{L}\p{N}])[\[(&:!#@^?*]{2,3}(${name})[\])&:!#@^?*]{2,3}(?![\p{L}\p{N}])`,
  isProgramName,
)
const mirrored: Readonly<Record<string, string>> = { '<': '>', '[': ']', '{': '}' }
/** The same in two or three different signs that stand on its other side the other way round: `*|FNAME|*`. */
export const mirrorSigned: Sign = {
  pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])([*|%#$@!^&+=~?:<\[]{2,3})(${name})([*|%#$@!^&+=~?:>\]]{2,3})`, 'gu'),
  suits: (opening, [, , , closing = '']) =>
    new Set(opening).size > 1 &&
    [...opening]
      .toReversed()
      .map((each) => mirrored[each] ?? each)
      .join('') === closing,
}
/** Values of Salesforce (`{!Account.Name}`), Dynamics (`{!contact:fullname;}`) and Blade (`{!! $terms !!}`), which are remarks here and leave nothing. */
export const valueAsRemark = sign(
  String.raw`\{!\$?\p{Lu}\w{0,100}(?:\.\w{1,100}){1,10}\}|\{!!?\s*\$[^{}]{1,200}\}|\{!!\s*[^{}]{1,200}!!\}|\{![\p{L}_]\w{0,100}:[\w.]{1,100};\}`,
)
/** A remark that says what a tag does: `{!client.name}`, `{!paid ? "yes" : "no"}`. */
export const remarked = sign(String.raw`\{!\s*([^{}]{1,200}?)\s*\}`)
/** Signs that mean nothing, or much else, in a document that has no tag besides. */
export const besideTags: readonly Sign[] = [
  sign(String.raw`«\s?(${name})\s?»`, isIdentifier),
  sign(
    String.raw`(?<![\p{L}\p{N}_\])\\])\[(${name})\](?![(:\[])`,
    (text) => isIdentifier(text) && !editorial.test(text),
  ),
  sign(String.raw`\[\s(${name})\s\]`, isProgramName),
  sign(String.raw`(?<![\p{L}\p{N}%])%{1,2}(${name})%{1,2}(?![\p{L}\p{N}])`, (text) => text.length > 2),
  sign(String.raw`(?<![\p{L}\p{N}#])#{1,2}(${name})#{1,2}(?![\p{L}\p{N}])`, (text) => text.length > 2),
  sign(String.raw`(?<![\p{L}\p{N}@])@{1,2}(${name})@{1,2}(?![\p{L}\p{N}])`, (text) => text.length > 2),
  sign(String.raw`(?<![\p{L}\p{N}_])__([\p{L}][\p{L}\p{N}]{1,50}(?:[_.][\p{L}\p{N}]{1,50}){0,5})__(?![\p{L}\p{N}_])`),
  sign(String.raw`(?<![\p{L}\p{N}$])\$!?([\p{L}_]\w{0,50}\.[\p{L}_]\w{0,50})`),
  sign(String.raw`(?<![\p{L}\p{N}$])\$([\p{L}_]\w{1,50})\$(?![\p{L}\p{N}])`),
  sign(String.raw`\$\$\p{L}\w{0,50}(?:\.\p{L}\w{0,50}){1,6}\$\$`),
  sign(String.raw`\$\([\p{L}_][\w.-]{1,50}\)`),
  sign(String.raw`(?<![\p{L}\p{N}|])\|(${name})\|(?![\p{L}\p{N}|])`, isIdentifier),
  sign(String.raw`(?<![\p{L}\p{N}~])~(${name})~(?![\p{L}\p{N}~])`, isIdentifier),
  sign(String.raw`(?<![\p{L}\p{N}^])\^(${name})\^(?![\p{L}\p{N}^])`, isProgramName),
  sign(String.raw`<!--\s?#[^<>]{1,200}-->`),
  sign(String.raw`(?<![\p{L}\p{N}~])~~(${name})~~(?![\p{L}\p{N}~])`, isProgramName),
  // Razor, and statements of its and Blade's that stand alone.
  sign(String.raw`(?<![\p{L}\p{N}._%+-])@[\p{L}_]\w{0,50}\.\p{Lu}\w{0,50}`),
  sign(String.raw`(?<![\p{L}\p{N}._%+-])@(?:${statementWords})(?![\p{L}\p{N}._])`),
  // HotDocs: statements, names with the kind of their value, or with its format.
  sign(
    String.raw`«(?:IF|ELSE|REPEAT|END|ASK|SET|INSERT|ASSEMBLE|FILTER|LANGUAGE|INCREASE|DECREASE)\b[^«»]{0,100}»|«\p{Lu}[^«»]{0,100} (?:TE|NU|DA|TF|MC|CO)»|«\p{L}[^«»:]{0,60}:[^«»:\s][^«»:]{0,60}»`,
  ),
  // Names of several words, each of which begins large, in double angles and between doubled signs.
  sign(
    String.raw`(?:<<|(?<![\p{L}\p{N}])(?:%%|##|@@|~~|\$\$))\p{Lu}[\p{L}\p{N}]{0,30}(?: \p{Lu}[\p{L}\p{N}]{0,30}){1,4}(?:>>|%%|##|@@|~~|\$\$)`,
  ),
  // In double angles alone the others may begin small.
  sign(String.raw`<<\p{L}[\p{L}\p{N}'’_-]{0,30}(?: [\p{L}\p{N}'’_-]{1,30}){1,3}>>`),
  // A name with its formatter.
  sign(String.raw`\[\[\p{Lu}[\p{L}\p{N}]{0,30}(?: \p{Lu}[\p{L}\p{N}]{0,30}){1,4}\]\]`),
  sign(String.raw`\[\[\s?${name}\s?\|\s?\p{L}[^\[\]]{0,60}\]\]`),
  // Codes of pages of the web, with what they take; columns of reports.
  sign(String.raw`\[[\p{L}\p{N}_-]{1,40}(?:\s{1,5}[\p{L}_-]{1,30}=["“”'][^"“”'\[\]]{0,100}["“”']){1,5}\s?/?\]`),
  sign(String.raw`\[\p{L}\w{0,40}\."[^"\[\]]{1,40}"\]`),
  // Elements of XML that say what to repeat or to select.
  sign(String.raw`</\p{Ll}{1,30}(?:-\p{Ll}{1,30}){1,4}>`),
  sign(String.raw`</?[a-z]\w{0,20}:[A-Za-z][\w-]{0,40}(?:\s[^<>]{0,200})?/?>`),
  sign(String.raw`<\p{Lu}\w{1,30}(?:\s+[\w:-]{1,30}=["“”'][^<>"“”']{0,100}["“”']){1,5}\s*/?>`),
  // Directives of Angular, Vue and Thymeleaf.
  sign(
    String.raw`(?<![\p{L}\p{N}<])(?:[*@:#][a-z][\w.:-]{1,40}|\[\(?[a-z][\w.-]{1,40}\)?\]|\([a-z][\w.-]{1,40}\)|(?!aria-|data-|xml)[a-z]{1,10}[:-][\w.:-]{1,40})\s?=\s?["“”][^"“”]{1,200}["“”]`,
  ),
  // Statements in square brackets, with something of a program in them.
  sign(
    String.raw`\[(?:${statementWords})\b(?=[^\[\]]{0,100}(?:[=$_]|\p{L}\.\p{L}{2}|\p{Ll}\p{Lu}))[^\[\]]{1,100}\]|\[/(?:${statementWords})\]|\[end ?(?:${statementWords})\]`,
  ),
  // Python's, and fields of reports as Access and Reporting Services name them.
  sign(String.raw`%\(${name}\)[sdifr](?![\p{L}\p{N}])`),
  sign(String.raw`(?<![\p{L}\p{N}])=?\p{Lu}\w{1,30}!\p{L}\w{0,40}\.\p{L}\w{0,40}`),
  // Razor's expressions, Haml's lines, parameters of SQL.
  sign(String.raw`(?<![\p{L}\p{N}])@\([\p{L}_]\w{0,50}(?:\.\w{1,50}){1,10}\)`),
  sign(String.raw`^=\s?[\p{L}_]\w{0,50}(?:\.[\p{L}_]\w{0,50}){1,10}`),
  sign(String.raw`(?<![\p{L}\p{N}:])::?(\p{L}[\p{L}\p{N}]{0,50}(?:_[\p{L}\p{N}]{1,50}){1,5})(?![\p{L}\p{N}:_])`),
  sign(String.raw`(?<![\p{L}\p{N}:]):(\p{Ll}+\p{Lu}[\p{L}\p{N}]{0,50}):(?![\p{L}\p{N}:])`),
  sign(String.raw`(?<![\p{L}\p{N}@%#&$])(?:@@|%%|##|&&|\$\$)(${name})(?![\p{L}\p{N}@%#&$])`, isProgramName),
  // SAP's names, and what printf puts in.
  sign(String.raw`(?<![\p{L}\p{N}&])&(\p{L}[\p{L}\p{N}]{0,50}(?:[-_.][\p{L}\p{N}]{1,50}){1,8})&(?![\p{L}\p{N}])`),
  sign(String.raw`(?<![\p{L}\p{N}%])%(?:\d\$)?[-+0]?\d{0,2}(?:\.\d)?[sdif@](?![\p{L}\p{N}%])`),
  // Formulas of spreadsheets and data bases.
  sign(
    String.raw`(?<![\p{L}\p{N}=<>!])=(?:\p{Lu}\w{0,30}!\$?\p{Lu}{1,3}\$?\d{1,6}|\p{Lu}\w{0,30}\[@?\p{L}[^\[\]]{0,60}\]|[A-Z]{2,12}\([^()]{0,100}\)|\[[^\[\]]{1,60}\](?:[!.]\[[^\[\]]{1,60}\]){1,5})|\[[\p{L} _]{1,40}\](?:[!.]\[[\p{L} _]{1,40}\]){1,5}`,
  ),
  // Statements that take a line: Mako, Cheetah.
  sign(
    String.raw`^\s?(?:%\s?(?:${statementWords})\s[^%]{1,200}:$|%\s?end(?:${statementWords})$|#\s?(?:${statementWords})\s[^$#]{0,100}\$[^#]{1,100}$)`,
  ),
  // Delimiters of which one is missing.
  sign(String.raw`(?:«|<<|\[\[)\s?(${name})(?=[\s,;:!?]|$)(?!\s?(?:»|>|\]))`, isProgramName),
  sign(String.raw`(?<![\p{L}\p{N}_.«<\[-])(?<![«<\[]\s)(${name})\s?(?:»|>>|\]\])`, isProgramName),
  // LaTeX with Jinja.
  sign(String.raw`\\[A-Z]{2,12}\{(${name})\}`, isProgramName),
  // Fields of forms that are signed; names in the text as Typst, Swift and Visual Basic have them.
  sign(String.raw`\[\p{Ll}[\w-]{1,30}(?:\|[\w -]{0,40}){1,6}\]`),
  sign(String.raw`(?<![\p{L}\p{N}&/#])#(\p{Ll}\w{0,30}(?:\.\p{Ll}\w{0,30}){1,5})(?![\w.]\w)`),
  sign(String.raw`\\\((${name})\)`, isProgramName),
  sign(String.raw`["“”]\s?&\s?(${name})\s?&\s?["“”]`, isIdentifier),
  // Brackets of other scripts.
  sign(String.raw`[【〔〖⟦⟨⟪❰「『]\s?(${name})\s?[】〕〗⟧⟩⟫❱」』]`, isIdentifier),
  sign(
    String.raw`(?<![\p{L}\p{N}<])<(\p{L}[\p{L}\p{N}]{0,40}_[\p{L}\p{N}_]{1,40}|(?:\p{Ll}|\p{Lu}\p{Ll})[\p{L}\p{N}]{0,40}\p{Lu}[\p{L}\p{N}]{1,40})>(?!>)`,
  ),
  // Windward, and double angles of which one is missing.
  sign(String.raw`\[=\s?${name}\]|<<${name}>(?!>)|(?<!<)<${name}>>`),
  // OpenTBS.
  sign(String.raw`\[${name};\w{1,20}=[^\[\]]{1,100}\]`),
  sign(String.raw`[＜‹](${name})[＞›]`, isIdentifier),
]
/** `TENANT_NAME`, `Tenant_Name`, `tenantName`: no address, no word of a sentence. */
const isJoined = (text: string): boolean => /\p{L}_\p{L}|^\p{Ll}+\p{Lu}\p{Ll}/u.test(text) && !/[-.]|^_|__/.test(text)
/** A program's name between signs, in a document without any tag: it may be a template, whoever wrote it. */
export const namesAlone: readonly Sign[] = [
  sign(String.raw`«\s?(${name})\s?»`, isJoined),
  sign(String.raw`(?<![\p{L}\p{N}_\])\\])\[(${name})\](?![(:\[\p{L}\p{N}])`, isJoined),
  sign(String.raw`(?<![\p{L}\p{N}<])<(${name})>(?!>)`, isJoined),
  sign(String.raw`(?<![\p{L}\p{N}_])__([\p{L}][\p{L}\p{N}]{1,50}(?:_[\p{L}\p{N}]{1,50}){1,5})__(?![\p{L}\p{N}_])`),
  sign(String.raw`(?<![\p{L}\p{N}%])%{1,2}(${name})%{1,2}(?![\p{L}\p{N}\\/])`, isJoined),
  sign(String.raw`(?<![\p{L}\p{N}#@])([#@])(${name})\1(?![\p{L}\p{N}])`, (_, [, , inner = '']) => isJoined(inner)),
  sign(String.raw`\$\{(${name})\}`, isJoined),
  sign(String.raw`(?<![\p{L}\p{N}$])\$(\p{Lu}{2,30}(?:_\p{Lu}{2,30}){1,4})(?![\p{L}\p{N}$])`),
]
/** Who writes these into square brackets invites to put a value there. */
const invitation = /^(?:insert|enter|add|fill|specify|choose|select|eintragen|einfügen|insérer|insertar|inserire)\s/i
/** Words that stand in square brackets of a text as they are. */
const asText =
  /^(?:SEAL|SIC|REDACTED|SIGNATURE|SIGNATURES?|INTENTIONALLY|RESERVED|END|REMAINDER|PAGE|BLANK|VOID|DRAFT|COPY|NOTE|STAMP|LS|QED)\b/
/** A place for a value in square brackets, beside tags: `[AMOUNT]`, `[1st]`, `[insert name]`, `[2nd Party]`. */
export const placeholder = sign(
  String.raw`(?<![\p{L}\p{N}_\])\\])\[(\d{0,3}\p{L}[\p{L}\p{N} '’/-]{1,60})\](?![(:\[\p{L}\p{N}])`,
  (text) =>
    !editorial.test(text) &&
    !asText.test(text) &&
    (/^(?:\d{1,3}(?:st|nd|rd|th)\b|\p{Lu}{3,}(?: \p{Lu}{2,}){0,4}$)/u.test(text) || invitation.test(text)),
)
/** Braces as they are written where braces cannot be. */
export const encodedBraces = sign(
  String.raw`(?:&#123;|&#x7b;|&l(?:brace|cub);|%7b|\\u007b)\s?[#/^]?[\p{L}_][^{}<>]{0,100}?(?:&#125;|&#x7d;|&r(?:brace|cub);|%7d|\\u007d)`,
  undefined,
  'giu',
)
/** Signs of other keyboards that look like braces. */
export const lookAlike = sign(String.raw`[｛❴﹛⦃⁅]\s?[#/^]?${name}\s?[｝❵﹜⦄⁆]`)
/** Statements of Jinja's and its like, in single braces too. */
export const blocks = sign(String.raw`\{%[-+]?\s*(?:(?:p|tr|tc|r)\s+)?[a-z]+\b[^{}%]{0,200}%\}`)
/** The same, which double braces come with, and comments. */
export const statements = sign(String.raw`\{%[-+]?\s*(?:(?:p|tr|tc|r)\s+)?[a-z]+\b[^{}%]{0,200}%\}|\{#[^{}#]{0,200}#\}`)
