const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Words that an attribute may have, wherever it stands (HTML standard, index of attributes; those of old with them). */
export const wordsOfAttributes: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['align', setOf('left right center justify top bottom middle absmiddle baseline texttop absbottom char')],
  ['valign', setOf('top middle center bottom baseline')],
  ['dir', setOf('ltr rtl auto')],
  ['method', setOf('get post dialog')],
  ['scope', setOf('row col rowgroup colgroup')],
  ['shape', setOf('rect circle poly default rectangle polygon circ')],
  ['clear', setOf('left right all both none')],
  ['rules', setOf('none groups rows cols all')],
  ['frame', setOf('void above below hsides lhs rhs vsides box border')],
  ['loading', setOf('lazy eager')],
  ['decoding', setOf('sync async auto')],
  ['fetchpriority', setOf('high low auto')],
  ['enctype', setOf('application/x-www-form-urlencoded multipart/form-data text/plain')],
  ['translate', setOf('yes no')],
  ['draggable', setOf('true false')],
  ['contenteditable', setOf('true false plaintext-only')],
  ['spellcheck', setOf('true false')],
  ['autocapitalize', setOf('off none on sentences words characters')],
  ['inputmode', setOf('none text tel email url numeric decimal search')],
  ['enterkeyhint', setOf('enter done go next previous search send')],
  ['crossorigin', setOf('anonymous use-credentials')],
  ['preload', setOf('none metadata auto')],
  ['wrap', setOf('soft hard off')],
  [
    'referrerpolicy',
    setOf(
      'no-referrer no-referrer-when-downgrade same-origin origin strict-origin origin-when-cross-origin strict-origin-when-cross-origin unsafe-url',
    ),
  ],
])

/** Attributes that are there or not: a value such as `false` changes nothing. */
export const flags = setOf(
  'checked disabled selected readonly required multiple autofocus autoplay controls loop muted open reversed ismap novalidate nowrap noshade compact hidden default',
)

/** Values for which a flag is meant to be there, or a word of its own that it may have. */
export const isFlagWord = (name: string, value: string): boolean =>
  value === '' || value === name || /^(?:true|1|yes)$/.test(value) || (name === 'hidden' && value === 'until-found')

/** Relations that a link of a page may have (HTML standard, 4.6.7, and what programs of mail and statistics write). */
export const relations = setOf(
  'alternate author bookmark canonical dns-prefetch external help icon license manifest me modulepreload next nofollow noopener noreferrer opener pingback preconnect prefetch preload prev privacy-policy search shortcut stylesheet tag terms-of-service ugc sponsored apple-touch-icon mask-icon payment unsubscribe',
)

/** Numbers of things: whole, without a sign. */
export const counts = setOf('colspan rowspan cellpadding cellspacing hspace vspace maxlength minlength rows cols span')

/** Attributes that are colours. */
export const colorAttributes = setOf('bgcolor bordercolor color link vlink alink text')
