/**
 * Parts that no reader here opens, in the names that their programs give them: libraries, dialogs and settings of OpenOffice
 * and LibreOffice, and the drawings of comments and controls in VML, which Office writes like HTML of its time.
 */
const sideParts = /^(?:Basic|Scripts|Dialogs|Configurations2|Thumbnails)\/|\.vml$/i

export const isSidePart = (name: string): boolean => sideParts.test(name)
