/** Features without which a message falls apart rather than looking plainer. */
export const breaking: ReadonlySet<string> = new Set(
  'css-at-import css-background-image css-clip-path css-columns css-column-count css-column-layout-properties css-display-flex css-display-grid css-flex-direction css-flex-wrap css-float css-function-clamp css-function-max css-function-min css-gap css-grid-template css-left-right-top-bottom css-mask-image css-nesting css-object-fit css-opacity css-position css-transform css-unit-calc css-unit-vh css-unit-vmax css-unit-vmin css-unit-vw css-variables css-visibility css-writing-mode css-z-index html-audio html-button-reset html-button-submit html-dialog html-form html-hidden html-input-checkbox html-input-hidden html-input-radio html-input-reset html-input-submit html-input-text html-marquee html-meter html-object html-picture html-popover html-progress html-select html-srcset html-svg html-textarea html-video image-apng image-avif image-base64 image-hdr image-heif image-ico image-mp4 image-svg image-tiff image-webp'.split(
    ' ',
  ),
)

/** What to do instead, where there is something better to say than to check. */
export const remedies: Readonly<Record<string, string>> = {
  'css-position': 'Lay out with tables.',
  'css-left-right-top-bottom': 'Lay out with tables.',
  'css-z-index': 'Lay out with tables.',
  'css-display-flex': 'Lay out with tables.',
  'css-display-grid': 'Lay out with tables.',
  'css-grid-template': 'Lay out with tables.',
  'css-gap': 'Use padding of cells.',
  'css-float': 'Write align="left" or "right" on a table.',
  'css-background-image': 'Give a background colour, and VML for Outlook.',
  'css-at-import': 'Write the styles into the html.',
  'css-variables': 'Write the value itself.',
  'css-nesting': 'Write each rule by itself.',
  'css-border-radius': 'Corners are square in Outlook; VML makes round ones.',
  'css-max-width': 'Give a width too, or a table in a conditional comment for Outlook.',
  'css-unit-rem': 'Write px.',
  'css-rgba': 'Write a colour with #.',
  'html-form': 'Link to a form.',
  'html-video': 'Use an image with a link.',
  'html-audio': 'Link to it.',
  'html-svg': 'Use a PNG image.',
  'html-object': 'Use an image with a link.',
  'html-picture': 'Give an img that suits all.',
  'html-link': 'Write the styles into the html.',
}

/**
 * Features on which there is nothing to advise. Outlook reads the HTML5 doctype as another one, and shows the same; that
 * comments are taken out does no harm; and programs that ignore the plainest selectors ignore every style element.
 */
export const withoutAdvice: ReadonlySet<string> = new Set(
  'html-doctype html-comments css-comments bimi css-selector-class css-selector-descendant css-selector-grouping css-selector-id css-selector-type'.split(
    ' ',
  ),
)
