/** Of the packages and of the service, as its documents say. */
export const version = '0.1.0'
