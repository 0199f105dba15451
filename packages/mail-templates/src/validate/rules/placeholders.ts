/** What is to be filled, between brackets or angles. */
const toFill = String.raw`(?:subject|headline|recipient|your|insert|enter|add|company|product|sender|client|customer|(?:first|last|full|user) ?name|name|date|address|link|title|test|draft|entwurf|logo|image|photo|button|signature)`
/** What begins with a letter or a digit, where a word begins. */
const words = [
  String.raw`lorem ipsum\b`,
  String.raw`dolor sit amet\b`,
  String.raw`(?:TODO|TBD|FIXME|XXX+)(?![\p{L}\p{N}])`,
  String.raw`(?:insert|enter|your) (?:(?:text|content|name|company|logo|headline|copy|link) here|company name)(?![\p{L}])`,
  String.raw`(?:dear|hi|hello|hallo|liebe[r]?|bonjour|hola|ciao|thanks|thank you|danke|merci|gracias|welcome|willkommen),? (?:undefined|null|none|nan|nil|(?:first|last|full|user|customer|client|company|vor|nach) ?name)(?![\p{L}\p{N}])`,
  String.raw`consectetur adipisc`,
  String.raw`(?:sed do eiusmod|ut enim ad minim|duis aute irure|excepteur sint occaecat)\b`,
  String.raw`(?<![\w.+-])(?:name|you|your|email|user|info)@(?:domain|company|yourdomain|yourcompany|yoursite)\.com\b`,
  String.raw`(?:error|fehler)! (?:hyperlink reference|bookmark|reference source|unknown document|textmarke|verweisquelle)`,
  String.raw`(?:john doe|jane doe|(?:max|erika) mustermann|acme (?:inc|corp|gmbh)|123 main st(?:reet)?|musterstra(?:ß|ss)e \d+|12345 musterstadt)(?![\p{L}\p{N}])`,
  String.raw`(?:do not send|(?:this is|just|only) a (?:draft|test)|entwurf, nicht senden)(?![\p{L}\p{N}])`,
  String.raw`(?:foo ?bar|asdf+|blah blah)\b`,
  String.raw`(?:hier )?text einfügen(?![\p{L}])`,
  String.raw`(?:goes|comes|to go) here\b`,
  String.raw`(?:sample|dummy|placeholder|filler) (?:text|copy|content)\b`,
  String.raw`(?<![\p{L}\p{N}/.-])(?:dd[/.-]mm[/.-]yy(?:yy)?|mm[/.-]dd[/.-]yyyy|yyyy-mm-dd|tt\.mm\.jjjj|jj/mm/aaaa)(?![\p{L}\p{N}])`,
  String.raw`please (?:check|review|fix|rewrite|proofread|translate|replace|shorten) (?:this|the) (?:text|copy|wording|sentence|paragraph|section|line|link|image)(?![\p{L}])`,
  String.raw`missing[_ ]translation\b`,
  String.raw`(?:missing|untranslated)_[a-z]{2,20}\b`,
  String.raw`X{1,4}[.,]XX(?![\p{L}\p{N}])`,
  String.raw`(?:street|city|state),? (?:zip|postal)(?: code)?,? (?:city|town|country)\b`,
  String.raw`address line [12]\b`,
  String.raw`(?:certainly|sure|of course)! here(?:'s| is)\b`,
  String.raw`as an ai (?:language )?model\b`,
  String.raw`here(?:'s| is) (?:the|your|a) (?:revised|updated|rewritten|polished|shortened) (?:e-?mail|version|text|draft)\b`,
  String.raw`invalid date\b`,
  String.raw`(?:sent from my (?:iphone|ipad|android|mobile|samsung|galaxy)|get outlook for (?:ios|android)|von meinem (?:iphone|ipad|handy|smartphone) gesendet|envoyé de mon (?:iphone|ipad|mobile))(?![\p{L}])`,
  String.raw`caution: ?(?:this )?(?:external )?e-?mail`,
  String.raw`this e-?mail originated from outside`,
].join('|')
/** What begins with a sign, or with a digit behind one. */
const signed = [
  String.raw`\[${toFill}(?!\w{0,3}:)[^\][\n]{0,40}\](?!\()`,
  String.raw`&lt;${toFill}(?: \w{1,20}){0,2}&gt;`,
  String.raw`\[object Object\]`,
  String.raw`(?<![\d+-])(?:555-555-5555|000-000-0000|\(?123\)?[ -]456-7890|\(000\) 000-0000|\(555\) 555-5555)(?![\d-])`,
  String.raw`\[(?:translate|translation|übersetzen|tbc|tbd|fill in|xx+)\]`,
  String.raw`#(?:REF!|VALUE!|DIV/0!|NAME\?|NULL!|NUM!|N/A)(?!\w)`,
  String.raw`(?:&lt;|<){7} \w|(?:&gt;|>){7} \w`,
  String.raw`(?<![\w:]):(?:tada|smile|heart|rocket|fire|wave|thumbsup|star|warning|white_check_mark|point_right|party_popper|sparkles|eyes|pray|clap|\+1):(?!\w)`,
  String.raw`(?<![\p{L}\p{N}.-])(?:0000-00-00|00[./]00[./]0000|0?1[./]0?1[./]1970|1970-01-01|0?1[./]0?1[./]0001|0001-01-01)(?![\p{L}\p{N}-])`,
  String.raw`(?<![\p{L}\p{N}_])_{4,80}(?=[\p{L}\s,.;:]|$)(?<=\p{L},? _{4,80})`,
  String.raw`\[(?:comments?|notes?|remark|anm(?:erkung)?|kommentar|question|frage): ?[^\][\n]{1,200}\]`,
  String.raw`\{(?:note|todo|insert|add|enter|your|remark) [^{}\n]{1,80}\}`,
  String.raw`(?<![\w=])=(?:sum|if|vlookup|concat(?:enate)?|text|today|now|index|hyperlink)\(`,
  String.raw`\[native code\]`,
  String.raw`\[function(?:: \w+)?\]`,
  String.raw`-----\s?(?:original (?:message|appointment)|ursprüngliche nachricht|message d'origine|forwarded message)\s?-----|---------- forwarded message`,
  String.raw`\[(?:external|(?:suspected |possible )?spam|bulk|junk)\]`,
].join('|')

/** Words that only fill the place of others, and what programs leave: most of a text is told apart by one letter. */
export const placeholder = new RegExp(
  String.raw`(?<![\p{L}\p{N}_])(?=[\p{L}\d])(?:${words})|(?=[[&#<>:\d(_{=-])(?:${signed})`,
  'giu',
)
