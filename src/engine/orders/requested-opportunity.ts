/** Finds the opportunity that a request names, in a direction that the request accepts. */

import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { OpportunityBook, OpportunityDirection, OpportunityLegs } from '../../ports/opportunities.ts';
import type { ExecuteRequest } from '../../ports/order-service.ts';
import { REFUSAL_TEXT } from '../drive/text.ts';

type Named = Pick<ExecuteRequest, 'opportunityId' | 'isAnyDirection'>;

/** Returns the directions of the opportunity that a request accepts. */
export function directionOf({ isAnyDirection }: Pick<Named, 'isAnyDirection'>): OpportunityDirection {
	return isAnyDirection === true ? 'any' : 'current';
}

/** Returns the legs of the opportunity. @throws CarrywireError if there is none, or it has turned */
export function findLegs(opportunities: Pick<OpportunityBook, 'find'>, request: Named): OpportunityLegs {
	const { opportunityId } = request;
	const found = opportunities.find(opportunityId, directionOf(request));
	if (found === 'unknown') {
		throw new CarrywireError('UNKNOWN_OPPORTUNITY', REFUSAL_TEXT.unknownOpportunity({ id: opportunityId }), {
			field: 'opportunity_id',
		});
	}
	if (found === 'expired') throw expiredOpportunity(opportunityId);
	return found;
}

/** Builds the error for an opportunity that is no longer valid. */
export function expiredOpportunity(opportunityId: string): CarrywireError {
	return new CarrywireError('OPPORTUNITY_EXPIRED', REFUSAL_TEXT.expired({ id: opportunityId }), {
		field: 'opportunity_id',
	});
}
