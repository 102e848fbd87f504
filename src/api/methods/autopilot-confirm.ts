import { answeringMethod } from '../rpc/decision-answer.ts';

/** Confirms suggested changes of a pot; an agent may not. Repeating the call changes nothing. */
export const autopilotConfirm = answeringMethod({
	name: 'autopilot_confirm',
	summary:
		'Confirms suggested changes of a decision, which are then made one after another. Each is checked again first; one that no longer pays is refused. A person confirms: an agent may not call it.',
	isStop: false,
});
