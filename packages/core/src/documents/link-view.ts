/** Addresses that views lead to. */
export const linkable = /^(?:https?:\/\/|mailto:|tel:)/i
