/** Computes a row's record at the time of reading. */
import type { Opportunity } from '../../src/domain/opportunity.ts';
import type { OpportunityRow } from '../../src/ports/opportunities.ts';

/** Returns the record with its age as of now. */
export function presentRecord({ record, passedMs }: OpportunityRow): Opportunity {
	return record.ageMs === null || passedMs <= 0 ? record : { ...record, ageMs: record.ageMs + passedMs };
}
