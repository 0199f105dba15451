/** Formatters and functions of other engines and of spreadsheets, folded, and what they are called here. */
const familiar: ReadonlyMap<string, string> = new Map(
  Object.entries({
    upper: 'uppercase ucase touppercase toupper upcase strtoupper',
    lower: 'lowercase lcase tolowercase tolower downcase strtolower',
    title: 'titlecase ucwords titleize proper propercase',
    capitalize: 'capitalizefirst capfirst ucfirst humanize',
    trim: 'strip',
    truncate: 'substr substring left ellipsis excerpt abbreviate truncatewords',
    padStart: 'padleft lpad zerofill zeropad',
    padEnd: 'padright rpad',
    replace: 'substitute gsub',
    currency: 'money formatc formatcurrency tocurrency moneywithcurrency dollar formatmoney',
    number: 'formatn formatnumber numberformat tofixed numberwithdelimiter formatint',
    percent: 'percentage formatpercent topercent',
    date: 'formatd formatdate dateformat strftime todate localdate tolocaledatestring',
    words: 'towords numtowords spellout spell numbertowords inwords',
    count: 'size length len counta arraysize',
    sum: 'total sumof aggsum sumproduct sumif',
    avg: 'average mean aggavg',
    join: 'implode concat concatenate textjoin tosentence arrayjoin',
    default: 'ifempty ifnull isnull coalesce nvl fallback ifblank defaultifempty',
    sort: 'orderby sortby',
    filter: 'where selectattr rejectattr',
    groupBy: 'group groupby',
    map: 'pluck extract',
    unique: 'distinct uniq',
    limit: 'slice take top',
    image: 'img picture photo',
    html: 'safe raw safehtml unescape nl2br converthtml',
    markdown: 'md markdownify',
    link: 'href hyperlink linkto url',
    addDays: 'dateadd adddate plusdays',
    plural: 'pluralize',
  }).flatMap(([name, others]) => others.split(' ').map((other): [string, string] => [other, name])),
)

/** What a formatter or function of another engine is called here. */
export const familiarFormatter = (name: string): string | undefined =>
  familiar.get(name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
