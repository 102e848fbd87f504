/**
 * Serializes a page of opportunities. Each record is serialized once, and all responses that contain the record share
 * its text.
 */
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { Opportunity } from '../../domain/opportunity.ts';
import type { OpportunityPage, OpportunityRow } from '../../ports/opportunities.ts';
import { opportunityRecord } from './opportunity-record.ts';
import { paginationRecord } from './record-fields.ts';

/** A record's text before and after its age, the only figure that changes with time. */
type WrittenRecord = { readonly head: string; readonly tail: string };

const AGE = /"age_ms":\d+/;
/** Texts by record. The map is weak, so that a text is released together with its record. */
const written = new WeakMap<Opportunity, WrittenRecord>();

/** Serializes the page as JSON that fits the page's schema. */
export function writePage(page: OpportunityPage): string {
	const data = page.rows.map(writeRow).join(',');
	const rest = pageMembers(page).map(({ name, text }) => `"${name}":${text}`);
	return `{"data":[${data}],${rest.join(',')}}`;
}

/** Returns the name and the JSON of each member of a page other than its rows. */
export function pageMembers({ pagination, coinCounts, asOf }: OpportunityPage) {
	return [
		{ name: 'pagination', text: JSON.stringify(paginationRecord(pagination)) },
		...(coinCounts === undefined ? [] : [{ name: 'groups', text: JSON.stringify(coinCounts) }]),
		{ name: 'as_of', text: JSON.stringify(asOf) },
	] as const;
}

/**
 * Returns a row's text, and in `same` the text without the row's age. Rows with equal `same` differ only in their
 * age.
 */
export function writtenRow(row: OpportunityRow): { readonly text: string; readonly same: string } {
	const { head, tail } = splitText(row.record);
	return { text: writeRow(row), same: `${head}${tail}` };
}

function writeRow({ record, passedMs }: OpportunityRow): string {
	const { head, tail } = splitText(record);
	return record.ageMs === null ? head : `${head}${record.ageMs + Math.max(0, passedMs)}${tail}`;
}

function splitText(record: Opportunity): WrittenRecord {
	let text = written.get(record);
	if (text === undefined) {
		text = splitAtAge(encodeExactJson(opportunityRecord(record)));
		written.set(record, text);
	}
	return text;
}

function splitAtAge(text: string): WrittenRecord {
	const found = AGE.exec(text);
	if (found === null) return { head: text, tail: '' };
	const numberAt = found.index + '"age_ms":'.length;
	return { head: text.slice(0, numberAt), tail: text.slice(found.index + found[0].length) };
}
