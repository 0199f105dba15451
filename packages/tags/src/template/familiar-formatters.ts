/** Formatters and functions of other engines and of spreadsheets, folded, and what they are called here. */
const familiar: ReadonlyMap<string, string> = new Map(
  Object.entries({
    upper: 'uppercase ucase touppercase toupper upcase strtoupper allcaps',
    lower: 'lowercase lcase tolowercase tolower downcase strtolower',
    title: 'titlecase ucwords titleize proper propercase startcase',
    capitalize: 'capitalizefirst capfirst ucfirst humanize sentencecase upperfirst',
    trim: 'strip ltrim rtrim trimstart trimend lstrip rstrip squish',
    truncate: 'substr substring left ellipsis excerpt abbreviate truncatewords',
    padStart: 'padleft lpad zerofill zeropad padl rjust',
    padEnd: 'padright rpad padr ljust',
    replace: 'substitute gsub',
    currency: 'money formatc formatcurrency tocurrency moneywithcurrency dollar formatmoney tocurrencystring asmoney',
    number:
      'formatn formatnumber numberformat tofixed numberwithdelimiter formatint intcomma fixed addseparators tolocalestring formatdecimal decimal decimals floatformat thousands',
    percent: 'percentage formatpercent topercent',
    date: 'formatd formatdate dateformat strftime todate localdate tolocaledatestring',
    words: 'towords numtowords spellout spell numbertowords inwords nicenumber spellnumber numberinwords numbertotext',
    round: 'rounded roundto',
    count: 'numberof size length len counta arraysize',
    sum: 'total sumof aggsum sumproduct sumif',
    avg: 'average mean aggavg',
    join: 'implode concat concatenate textjoin arrayjoin',
    default:
      'ifempty ifnull isnull coalesce nvl fallback ifblank defaultifempty ifem orelse ifundefined iferror defaulturl else otherwise',
    sort: 'orderby sortby sorted',
    filter: 'where selectattr rejectattr',
    groupBy: 'group groupby',
    map: 'pluck extract',
    unique: 'distinct uniq',
    limit: 'slice take top',
    image: 'img picture photo inlineimage insertimage',
    html: 'safe raw safehtml unescape nl2br converthtml',
    markdown: 'md markdownify inlinemarkdown paragraphs',
    link: 'href hyperlink linkto url',
    addDays: 'dateadd adddate plusdays',
    plural: 'pluralize',
    document: 'subdoc subdocx subdocument insertdocx includedocxtemplate insertfile',
    multiply: 'mul times',
    divide: 'div dividedby divideby',
    subtract: 'sub minus',
    add: 'plus',
    abs: 'absolute',
    ceil: 'ceiling',
    letters: 'alpha itemlabel letternumber',
    ordinal: 'ordinalnumber nth',
    roman: 'romanize toroman',
    list: 'tosentence commaandlist commalist naturaljoin listtotext',
    qr: 'qrcode generateqr',
    t: 'translate trans gettext localize',
    reverse: 'reversed',
    phone: 'formatphone phonenumber phonenumberformatted',
    cellColor: 'bgcolor backgroundcolor cellcolour',
    textColor: 'fontcolor colortext textcolour',
  }).flatMap(([name, others]) => others.split(' ').map((other): [string, string] => [other, name])),
)

/** What a formatter or function of another engine is called here. */
export const familiarFormatter = (name: string): string | undefined =>
  familiar.get(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))

/** Formatters that no value is called by. */
export const noValues: ReadonlySet<string> = new Set(
  'upper lower capitalize trim truncate round floor ceil currency roman plural html markdown'.split(' '),
)
