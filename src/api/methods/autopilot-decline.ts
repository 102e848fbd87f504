import { answeringMethod } from '../rpc/decision-answer.ts';

/** Declines suggested changes of a pot. Repeating the call changes nothing. */
export const autopilotDecline = answeringMethod({
	name: 'autopilot_decline',
	summary:
		'Declines suggested changes of a decision, which are then never made. The next decision plans again.',
	isStop: true,
});
