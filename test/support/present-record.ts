/** The record of a row at the instant it is looked at. */
import type { Opportunity } from '../../src/domain/opportunity.ts';
import type { OpportunityRow } from '../../src/ports/opportunities.ts';

/** The record as of now. */
export function presentRecord({ record, passedMs }: OpportunityRow): Opportunity {
	return record.ageMs === null || passedMs <= 0 ? record : { ...record, ageMs: record.ageMs + passedMs };
}
