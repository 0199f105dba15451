const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** What every property may be (CSS Cascade 5, 7.3). */
export const everywhere = setOf('inherit initial unset revert revert-layer')

const lineStyles = 'none hidden dotted dashed solid double groove ridge inset outset'
const places = 'top right bottom left center'
const overflow = 'visible hidden clip scroll auto overlay'

/** The words of properties that know no others; numbers and colours beside them where `mixed` has the property. */
export const keywordsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    background: `${places} repeat repeat-x repeat-y no-repeat space round scroll fixed local border-box padding-box content-box text none transparent currentcolor cover contain auto`,
    'background-attachment': 'scroll fixed local',
    'background-position': places,
    'background-repeat': 'repeat repeat-x repeat-y no-repeat space round',
    'background-size': 'auto cover contain',
    'border-collapse': 'collapse separate',
    'border-style': lineStyles,
    'border-top-style': lineStyles,
    'border-right-style': lineStyles,
    'border-bottom-style': lineStyles,
    'border-left-style': lineStyles,
    'box-sizing': 'border-box content-box padding-box',
    clear: 'left right both none inline-start inline-end all',
    'color-scheme': 'light dark only normal',
    cursor:
      'auto default none context-menu help pointer progress wait cell crosshair text vertical-text alias copy move no-drop not-allowed grab grabbing e-resize n-resize ne-resize nw-resize s-resize se-resize sw-resize w-resize ew-resize ns-resize nesw-resize nwse-resize col-resize row-resize all-scroll zoom-in zoom-out hand',
    direction: 'ltr rtl',
    display:
      'none block inline inline-block flex inline-flex grid inline-grid table inline-table table-row table-cell table-row-group table-header-group table-footer-group table-column table-column-group table-caption list-item contents flow flow-root run-in ruby box inline-box block flow math',
    float: 'left right none inline-start inline-end',
    'font-style': 'normal italic oblique',
    'font-weight': 'normal bold bolder lighter',
    'line-height': 'normal',
    'list-style-position': 'inside outside',
    'list-style-type':
      'none disc circle square decimal decimal-leading-zero lower-roman upper-roman lower-greek lower-latin upper-latin lower-alpha upper-alpha armenian georgian hebrew arabic-indic persian devanagari bengali thai khmer lao hiragana katakana hiragana-iroha katakana-iroha cjk-ideographic cjk-decimal japanese-informal simp-chinese-informal trad-chinese-informal korean-hangul-formal disclosure-open disclosure-closed',
    'mso-line-height-rule': 'exactly at-least auto',
    'mso-hide': 'all none screen',
    'object-fit': 'fill contain cover none scale-down',
    opacity: '',
    overflow,
    'overflow-x': overflow,
    'overflow-y': overflow,
    'overflow-wrap': 'normal break-word anywhere',
    position: 'static relative absolute fixed sticky',
    'table-layout': 'auto fixed',
    'text-align': 'left right center justify start end match-parent justify-all',
    'text-decoration':
      'underline overline line-through none blink solid double dotted dashed wavy auto from-font spelling-error grammar-error',
    'text-decoration-line': 'underline overline line-through none blink',
    'text-transform': 'none capitalize uppercase lowercase full-width full-size-kana math-auto',
    'vertical-align': 'baseline sub super text-top text-bottom middle top bottom',
    visibility: 'visible hidden collapse',
    'white-space':
      'normal nowrap pre pre-wrap pre-line break-spaces collapse preserve preserve-breaks preserve-spaces wrap',
    'word-break': 'normal break-all keep-all break-word auto-phrase manual',
    'word-wrap': 'normal break-word anywhere',
  }).map(([name, words]) => [name, setOf(words)]),
)
export const mixed = setOf(
  'background background-position background-size font-style font-weight line-height opacity text-decoration vertical-align',
)
/** Properties that are one word. */
export const oneWord = setOf(
  'border-collapse box-sizing clear direction float font-size font-weight line-height position table-layout text-align vertical-align visibility word-break overflow-wrap word-wrap width height min-width min-height max-width max-height margin-top margin-right margin-bottom margin-left padding-top padding-right padding-bottom padding-left',
)
/** Numbers without a unit that a property can be: between which, and what is meant by those beyond. */
export const ranges: ReadonlyMap<string, readonly [least: number, most: number, hint: string]> = new Map([
  ['font-weight', [1, 1000, 'Write 400, 700 or bold.']],
  ['opacity', [0, 1, 'Write a part of one, such as 0.8.']],
  ['line-height', [0, 5, 'A number without a unit is so many times the size of the font: write px.']],
])

const sizes = 'min-content max-content fit-content stretch intrinsic'
const lineWidths = 'thin medium thick'
/** The words that a length may be, by what the name of the property begins with; the first that fits counts. */
export const lengthWords: readonly (readonly [name: RegExp, words: ReadonlySet<string>])[] = [
  [/^padding|radius$/, new Set()],
  [/^margin|^(?:top|right|bottom|left)$/, setOf('auto')],
  [/^max-/, setOf(`none ${sizes}`)],
  [/^(?:min-)?(?:width|height)$/, setOf(`auto ${sizes}`)],
  [/^font-size$/, setOf('xx-small x-small small medium large x-large xx-large xxx-large smaller larger')],
  [/^(?:letter-spacing|word-spacing|gap)$/, setOf('normal')],
  [/^border.*-width$/, setOf(lineWidths)],
  [/^text-indent$/, setOf('hanging each-line')],
]
export const lineStyleWords = setOf(lineStyles)
export const borderWords = setOf(`${lineStyles} ${lineWidths} auto currentcolor transparent`)

/** Colours by name (CSS Color 4, 6.1), and those of the system. */
export const colorNames = setOf(
  'aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen transparent currentcolor canvas canvastext linktext visitedtext activetext buttonface buttontext buttonborder field fieldtext highlight highlighttext selecteditem selecteditemtext mark marktext graytext accentcolor accentcolortext window windowtext infobackground infotext menu menutext',
)

/** Outlook's own properties that mails write most; a name near to one of them, but not it, is a slip. */
export const officeProperties = setOf(
  'mso-line-height-rule mso-line-height-alt mso-table-lspace mso-table-rspace mso-table-tspace mso-table-bspace mso-padding-alt mso-padding-top-alt mso-padding-right-alt mso-padding-bottom-alt mso-padding-left-alt mso-margin-alt mso-margin-top-alt mso-margin-right-alt mso-margin-bottom-alt mso-margin-left-alt mso-border-alt mso-border-top-alt mso-border-right-alt mso-border-bottom-alt mso-border-left-alt mso-hide mso-text-raise mso-font-width mso-font-alt mso-font-charset mso-font-pitch mso-font-signature mso-generic-font-family mso-ascii-font-family mso-hansi-font-family mso-fareast-font-family mso-bidi-font-family mso-ansi-font-size mso-bidi-font-size mso-ansi-language mso-fareast-language mso-bidi-language mso-style-priority mso-style-name mso-style-type mso-style-link mso-style-parent mso-color-alt mso-element mso-highlight mso-shading mso-cellspacing mso-width-percent mso-height-percent mso-width-relative mso-height-relative mso-text-indent-alt mso-pagination mso-list mso-no-proof mso-special-format',
)
