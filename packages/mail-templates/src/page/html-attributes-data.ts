/** Attributes that every element may have (HTML standard, 3.2.6), those of microdata and of RDFa with them. */
const everywhere =
  'accesskey autocapitalize autofocus class contenteditable dir draggable enterkeyhint hidden id inert inputmode is itemid itemprop itemref itemscope itemtype lang nonce popover role slot spellcheck style tabindex title translate xmlns about content datatype prefix property resource rev typeof vocab bgcolor'

/** Attributes by the elements that have them, those of old with them (HTML standard, 4 and 16; HTML 4.01). */
const byElements: Readonly<Record<string, string>> = {
  a: 'charset coords download href hreflang name ping referrerpolicy rel shape target type',
  area: 'alt coords download href hreflang name nohref ping referrerpolicy rel shape target type',
  audio: 'autoplay controls crossorigin loop muted preload src',
  base: 'href target',
  basefont: 'color face size',
  blockquote: 'cite type',
  body: 'alink background bottommargin leftmargin link marginheight marginwidth offset rightmargin text topmargin vlink width align height',
  br: 'clear',
  button:
    'command commandfor disabled form formaction formenctype formmethod formnovalidate formtarget name popovertarget popovertargetaction type value',
  canvas: 'height width',
  caption: 'align',
  col: 'align char charoff span valign width',
  colgroup: 'align char charoff span valign width',
  data: 'value',
  del: 'cite datetime',
  details: 'name open',
  dialog: 'open closedby',
  dir: 'compact type',
  div: 'align',
  dl: 'compact',
  embed: 'height src type width align border hspace vspace name',
  fieldset: 'disabled form name',
  font: 'color face size',
  form: 'accept accept-charset action autocomplete enctype method name novalidate rel target',
  'h1 h2 h3 h4 h5 h6 p legend': 'align',
  head: 'profile',
  hr: 'align color noshade size width',
  html: 'manifest version',
  iframe:
    'align allow allowfullscreen frameborder height loading longdesc marginheight marginwidth name referrerpolicy sandbox scrolling src srcdoc width allowtransparency',
  img: 'align alt border crossorigin decoding fetchpriority height hspace ismap loading longdesc lowsrc name referrerpolicy sizes src srcset usemap vspace width valign',
  input:
    'accept align alt autocomplete border checked dirname disabled form formaction formenctype formmethod formnovalidate formtarget height ismap list max maxlength min minlength multiple name pattern placeholder popovertarget readonly required size src step type usemap value width',
  ins: 'cite datetime',
  label: 'for form',
  li: 'type value',
  link: 'as blocking charset color crossorigin disabled fetchpriority href hreflang imagesizes imagesrcset integrity media referrerpolicy rel sizes target type',
  map: 'name',
  marquee: 'behavior direction height hspace loop scrollamount scrolldelay truespeed vspace width',
  menu: 'compact type',
  meta: 'charset http-equiv media name scheme',
  meter: 'high low max min optimum value',
  object:
    'align archive border classid codebase codetype data declare form height hspace name standby type usemap vspace width',
  ol: 'compact reversed start type',
  optgroup: 'disabled label',
  option: 'disabled label name selected value',
  output: 'for form name',
  param: 'name type value valuetype',
  pre: 'width wrap',
  progress: 'max value',
  q: 'cite',
  script:
    'async blocking charset crossorigin defer event fetchpriority for integrity language nomodule referrerpolicy src type',
  select: 'autocomplete disabled form multiple name required size',
  source: 'height media sizes src srcset type width',
  style: 'blocking media rel type',
  table:
    'align background border bordercolor cellpadding cellspacing frame height hspace rules summary valign vspace width',
  'tbody thead tfoot': 'align char charoff valign background height',
  td: 'abbr align axis background char charoff colspan headers height nowrap rowspan scope valign width bordercolor',
  template: 'shadowrootmode',
  textarea: 'autocomplete cols dirname disabled form maxlength minlength name placeholder readonly required rows wrap',
  th: 'abbr align axis background char charoff colspan headers height nowrap rowspan scope valign width bordercolor',
  time: 'datetime',
  tr: 'align background char charoff height valign width bordercolor',
  track: 'default kind label src srclang',
  ul: 'compact type',
  video:
    'autoplay controls crossorigin height loop muted playsinline poster preload src width controlslist disablepictureinpicture',
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

export const globalAttributes = setOf(everywhere)
export const attributesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(byElements).flatMap(([elements, names]) =>
    elements.split(' ').map((element) => [element, setOf(names)] as const),
  ),
)
/** All that any element has. */
export const allAttributes: ReadonlySet<string> = new Set([
  ...globalAttributes,
  ...[...attributesOf.values()].flatMap((names) => [...names]),
])
