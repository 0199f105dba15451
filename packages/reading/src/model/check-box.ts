const boxes = /^[☐☑☒]$/u

/** Whether the box that an item of a list begins with is ticked; `undefined` where its marker is no box. */
export const isTicked = (marker: string): boolean | undefined => (boxes.test(marker) ? marker !== '☐' : undefined)
