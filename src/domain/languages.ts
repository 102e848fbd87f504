/** Names the languages of the pages. */

/** Languages of the pages, as BCP 47 tags. The first one is the default. */
export const LANGUAGES = ['en', 'es'] as const;
/** One of `LANGUAGES`. */
export type Language = (typeof LANGUAGES)[number];

/** Returns the language with this tag or with the tag's first part; undefined if the pages do not have it. */
export function languageNamed(tag: string): Language | undefined {
	const primary = tag.trim().toLowerCase().split('-')[0];
	return LANGUAGES.find((language) => language === primary);
}
