/** Under which an example stands in the OpenAPI document, for a request as for its answer: `a-short-e-mail`. */
export const exampleKey = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
