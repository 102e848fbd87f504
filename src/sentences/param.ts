/**
 * Messages about params. Those about one parameter begin with its name, which a page replaces by the label of its
 * form.
 */
import type { Words, Writer } from './sentence.ts';

type OfField = { readonly field: string; readonly rule: Words };

/** Refusals of params. `was` is the caller's own text. */
export const param = {
	misfit: () => 'The params do not fit the method.',
	unknown: ({ field }: { field: string }) =>
		`${field} is not a parameter of this method; unknown members are refused.`,
	absent: ({ field, rule }: OfField, write: Writer) =>
		`${field} is required and ${write.words(rule)}; it was absent.`,
	secret: ({ field, rule }: OfField, write: Writer) =>
		`${field} ${write.words(rule)}; its value is secret and not shown.`,
	wrong: ({ field, rule, was }: OfField & { readonly was: Words }, write: Writer) =>
		`${field} ${write.words(rule)}; was ${write.words(was)}.`,
	timeZone: ({ zone }: { zone: string }) =>
		`time_zone must be local or an IANA time zone, such as Europe/Madrid; was ${JSON.stringify(zone)}.`,
	spanOrder: () => 'from must be before until.',
	exchangePair: ({ field, known, was }: { field: string; known: readonly string[]; was: string }) =>
		`${field} must be a configured exchange pair: one of ${known.join(', ')}; was ${was}.`,
	symbol: ({ field, was, exchange }: { field: string; was: string; exchange: string }) =>
		`${field} must be listed on both exchanges of the pair; was ${was}, which ${exchange} does not list.`,
	coin: ({ field, was }: { field: string; was: string }) =>
		`${field} must be a coin that an exchange lists, such as BTC; was ${was}. Call funding_map to see the coins.`,
	opportunity: ({ was }: { was: string }) =>
		`opportunity_id must be an id from get_opportunities; was ${was}.`,
	opportunityGone: ({ id }: { id: string }) =>
		`The opportunity ${id} no longer exists. Call get_opportunities again.`,
	application: ({ was }: { was: string }) =>
		`application_id must be the id of one of your applications; was ${was}.`,
	/** @param rule the rule for a name; see `identity/names.ts` */
	name: ({ field, rule, was }: { field: string; rule: 'user' | 'name'; was: string }) =>
		`${field} must be ${
			rule === 'user'
				? '1 to 64 characters from A-Z a-z 0-9 . _ -, starting with a letter or digit'
				: '1 to 64 letters, digits, spaces and . _ @ -, starting with a letter or digit'
		}; was ${was}.`,
};
