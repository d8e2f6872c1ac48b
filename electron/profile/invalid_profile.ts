/** Says what is wrong with a file in a few words; the opener makes the sentence. */
export class InvalidProfile extends Error {}
