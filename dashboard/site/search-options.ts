/**
 * Defines how the documentation is indexed and searched. The site build and the site's script must use the same
 * options.
 */
import type { Options } from 'minisearch';

const NUMBER = /^[\d.,:%+-]+$/;

/**
 * Search options. One-letter words and bare numbers are not indexed. A word in a title weighs more than one in the
 * text.
 */
export const SEARCH_OPTIONS: Options = {
	fields: ['title', 'page', 'text'],
	storeFields: ['to', 'page', 'title', 'weight'],
	processTerm: (term) => (term.length < 2 || NUMBER.test(term) ? null : term.toLowerCase()),
	searchOptions: {
		boost: { title: 4, page: 2 },
		boostDocument: (_id, _term, stored) => Number(stored?.weight ?? 1),
		prefix: true,
		fuzzy: (term) => (term.length > 5 ? 0.2 : false),
		combineWith: 'AND',
	},
};
