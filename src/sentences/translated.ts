/**
 * Type of a text table in another language. Each table has a twin, such as `text.es.ts`, with the same members.
 * The build for a language replaces each table by its twin (`dashboard/vite.config.ts`), so a page carries one
 * language.
 */

/** The same members as a text table, with any strings. Functions take the same arguments. */
export type Translated<Table> = Table extends string
	? string
	: Table extends (...facts: infer Facts) => infer Text
		? (...facts: Facts) => Translated<Text>
		: Table extends object
			? { readonly [Key in keyof Table]: Translated<Table[Key]> }
			: Table;
