/** Brings the age in an opportunity row's record up to date. */
import type { Opportunity } from '../../src/domain/opportunity.ts';
import type { OpportunityRow } from '../../src/ports/opportunities.ts';

/** Returns the record with its age at the time of reading. */
export function presentRecord({ record, passedMs }: OpportunityRow): Opportunity {
	return record.ageMs === null || passedMs <= 0 ? record : { ...record, ageMs: record.ageMs + passedMs };
}
