/** What the service says of a field, as a sentence beside it: `must not be empty` → `Must not be empty.` */
export const sentence = (fault: string): string => `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;
