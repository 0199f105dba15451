const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Elements without content (HTML standard, 13.1.2). */
export const voidElements = setOf(
  'area base basefont bgsound br col embed frame hr img input link meta param source track wbr',
)

/** Their end may be left out (HTML standard, 13.1.2.4). */
export const optionalEnds = setOf(
  'html head body p li dt dd tr td th thead tbody tfoot colgroup caption option optgroup rt rp',
)

/** Elements that end a paragraph that is open where they begin (HTML standard, 13.2.6.4.7). */
export const paragraphEnds = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section table ul',
)

/** Elements of HTML, those of old with them. */
export const knownElements = setOf(
  'a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li link listing main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp xml',
)

/** Attributes of WAI-ARIA 1.2, 6.7, and those for Braille of 1.3. */
export const ariaAttributes = setOf(
  'aria-activedescendant aria-atomic aria-autocomplete aria-braillelabel aria-brailleroledescription aria-busy aria-checked aria-colcount aria-colindex aria-colindextext aria-colspan aria-controls aria-current aria-describedby aria-description aria-details aria-disabled aria-dropeffect aria-errormessage aria-expanded aria-flowto aria-grabbed aria-haspopup aria-hidden aria-invalid aria-keyshortcuts aria-label aria-labelledby aria-level aria-live aria-modal aria-multiline aria-multiselectable aria-orientation aria-owns aria-placeholder aria-posinset aria-pressed aria-readonly aria-relevant aria-required aria-roledescription aria-rowcount aria-rowindex aria-rowindextext aria-rowspan aria-selected aria-setsize aria-sort aria-valuemax aria-valuemin aria-valuenow aria-valuetext',
)

/** Attributes that mail templates write, for words that are near to one. */
export const commonAttributes = setOf(
  'abbr align alt aria-hidden aria-label background bgcolor border bordercolor cellpadding cellspacing class color colspan content dir face height href hspace id lang name nowrap rel role rowspan scope size src style summary tabindex target title type valign vspace width xmlns http-equiv charset media start value',
)
