import type {
	AutopilotChangeParams,
	AutopilotConfirmParams,
	AutopilotStartParams,
	AutopilotStatusParams,
	TestResult,
} from '../../client/methods.ts';
import { hasSaidYes, requireAskable } from '../ask-first.ts';
import { type Given, UsageError } from '../command.ts';
import { OutcomeError } from '../failures.ts';
import { noWords, refuseOthers, requiredWord } from '../given.ts';
import { paramName } from '../params.ts';
import { POT_ACTIONS, POT_FLAGS, type PotAction, START_FLAGS } from '../pot-flags.ts';
import {
	decisionLines,
	type Pot,
	type PotDecision,
	potLines,
	potsLines,
	settingLines,
} from '../pot-lines.ts';
import { moneyText } from '../preview-lines.ts';
import { remarkStyle, type ServiceSession, serviceCommand } from '../service-command.ts';
import { SERVICE_FLAGS } from '../shared-flags.ts';
import { POT_TEXT } from '../text.ts';

type Order =
	| { readonly action: 'status'; readonly params: AutopilotStatusParams }
	| { readonly action: 'start'; readonly params: AutopilotStartParams; readonly isSure: boolean }
	| { readonly action: 'change'; readonly params: AutopilotChangeParams; readonly isSure: boolean }
	| { readonly action: 'pause' | 'resume'; readonly id: string }
	| { readonly action: 'stop'; readonly id: string; readonly closes: boolean; readonly isSure: boolean }
	| { readonly action: 'confirm'; readonly params: AutopilotConfirmParams; readonly isSure: boolean }
	| { readonly action: 'decline'; readonly params: AutopilotConfirmParams };

type Of<A extends Order['action']> = Extract<Order, { readonly action: A }>;

/** Flags that each action takes, beside those of every service command. */
const TAKEN: Readonly<Record<PotAction, readonly string[]>> = {
	status: ['decisions'],
	start: [...Object.keys(POT_FLAGS), ...Object.keys(START_FLAGS), 'yes'],
	change: [...Object.keys(POT_FLAGS), 'yes'],
	pause: [],
	resume: [],
	stop: ['close', 'yes'],
	confirm: ['changes', 'yes'],
	decline: ['changes'],
};
const REQUIRED = ['name', 'capital', 'exchanges'] as const;
/** Settings that `none` removes. */
const REMOVABLE = ['coins', 'exchange-share', 'turnover-per-day', 'drawdown-pct'].map(paramName);

/** Lists, starts, changes and stops pots, and answers their suggestions. */
export const autopilot = serviceCommand({
	name: 'autopilot',
	needs: 'arb:trade',
	read: readOrder,
	run: carryOut,
});

function readOrder({ values, params, words: [action = 'status', ...words] }: Given): Order {
	if (!isAction(action))
		throw new UsageError(
			'autopilot',
			`The action of autopilot must be one of ${POT_ACTIONS.join(', ')}; was ${JSON.stringify(action)}.`,
		);
	const named = `autopilot ${action}`;
	refuseOthers('autopilot', named, values, [...TAKEN[action], ...Object.keys(SERVICE_FLAGS)]);
	const isSure = values.yes === true;
	const idOf = (what: string) => {
		noWords('autopilot', words.slice(1));
		return requiredWord('autopilot', what, words[0]);
	};
	switch (action) {
		case 'status': {
			noWords('autopilot', words.slice(1));
			const [id] = words;
			return { action, params: { ...params, ...(id === undefined ? {} : { pot_id: id }) } };
		}
		case 'start': {
			noWords('autopilot', words);
			const missing = REQUIRED.find((name) => params[name] === undefined);
			if (missing !== undefined) throw new UsageError('autopilot', `autopilot start needs --${missing}.`);
			return { action, params: settingsOf(params) as AutopilotStartParams, isSure };
		}
		case 'change': {
			const id = idOf('the ID of a pot');
			const change = settingsOf(params);
			if (Object.keys(change).length === 0)
				throw new UsageError('autopilot', 'autopilot change needs at least one setting, such as --capital.');
			return { action, params: { ...change, pot_id: id }, isSure };
		}
		case 'pause':
		case 'resume':
			return { action, id: idOf('the ID of a pot') };
		case 'stop':
			return { action, id: idOf('the ID of a pot'), closes: values.close === true, isSure };
		case 'confirm':
			return { action, params: answerParams(idOf('the ID of a decision'), params), isSure };
		case 'decline':
			return { action, params: answerParams(idOf('the ID of a decision'), params) };
	}
}

function isAction(word: string): word is PotAction {
	return (POT_ACTIONS as readonly string[]).includes(word);
}

/** Returns the settings with the value `none` as null, or as an empty list of denied coins. */
function settingsOf(params: Given['params']): Readonly<Record<string, unknown>> {
	const entries = Object.entries(params).map(([name, value]) => {
		if (String(value) !== 'none') return [name, value];
		if (name === 'coins_denied') return [name, []];
		return [name, REMOVABLE.includes(name) ? null : value];
	});
	return Object.fromEntries(entries);
}

/** Numbers are sent as such; the service refuses other text. */
function answerParams(id: string, { changes }: Given['params']): AutopilotConfirmParams {
	if (!Array.isArray(changes)) return { decision_id: id };
	const numbers = changes.map((text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : text));
	return { decision_id: id, changes: numbers as number[] };
}

async function carryOut(order: Order, session: ServiceSession): Promise<void> {
	switch (order.action) {
		case 'status': {
			const found = await session.call('autopilot_status', order.params);
			const [pot] = found.pots;
			const isOne = order.params.pot_id !== undefined && pot !== undefined;
			session.show(found, () => (isOne ? potLines(pot, session) : potsLines(found.pots, session)));
			return;
		}
		case 'start':
			return start(order, session);
		case 'change':
			return change(order, session);
		case 'pause':
		case 'resume':
			return showPot(
				await session.call('autopilot_pause', { pot_id: order.id, paused: order.action === 'pause' }),
				session,
			);
		case 'stop':
			return stop(order, session);
		case 'confirm':
			return confirm(order, session);
		case 'decline':
			return showDecision(await session.call('autopilot_decline', order.params), session);
	}
}

async function start({ params, isSure }: Of<'start'>, session: ServiceSession): Promise<void> {
	if (!isSure) requireAskable('autopilot start', 'starts a pot', session);
	const mode = await tradingMode(session);
	const tradesLive = mode === 'live' && params.kind !== 'shadow';
	for (const line of settingLines(params, remarkStyle(session))) session.remark(line);
	session.remark(params.mode === 'act' ? POT_TEXT.acts : POT_TEXT.suggests);
	const money = params.kind === 'shadow' ? POT_TEXT.shadow : moneyText(mode);
	await requireYes(`${money} Type yes to start this pot:`, POT_TEXT.notStarted, isSure, session);
	const answer = await session.call('autopilot_start', {
		...params,
		...(tradesLive ? { confirm_live: [...params.exchanges] } : {}),
	});
	showPot(answer, session);
}

async function change({ params, isSure }: Of<'change'>, session: ServiceSession): Promise<void> {
	if (!isSure) requireAskable('autopilot change', 'changes a pot', session);
	const mode = await tradingMode(session);
	const before = await onePot(params.pot_id, session);
	const { pot_id: _id, ...settings } = params;
	for (const line of settingLines(settings, remarkStyle(session), before?.settings)) session.remark(line);
	const isShadow = before?.kind === 'shadow';
	const money = isShadow ? POT_TEXT.shadow : moneyText(mode);
	await requireYes(`${money} Type yes to change this pot:`, POT_TEXT.notChanged, isSure, session);
	const exchanges = params.exchanges ?? before?.settings.exchanges ?? [];
	const answer = await session.call('autopilot_change', {
		...params,
		...(mode === 'live' && !isShadow ? { confirm_live: [...exchanges] } : {}),
	});
	showPot(answer, session);
}

async function stop({ id, closes, isSure }: Of<'stop'>, session: ServiceSession): Promise<void> {
	if (!isSure) {
		requireAskable('autopilot stop', 'stops a pot', session);
		const pot = await onePot(id, session);
		if (pot !== undefined) for (const line of potLines(pot, remarkStyle(session))) session.remark(line);
	}
	const mode = moneyText(await tradingMode(session));
	const question = closes ? `${mode} ${POT_TEXT.askClose}` : POT_TEXT.askStop;
	await requireYes(question, POT_TEXT.notStopped, isSure, session);
	showPot(await session.call('autopilot_stop', { pot_id: id, close: closes }), session);
}

async function confirm({ params, isSure }: Of<'confirm'>, session: ServiceSession): Promise<void> {
	if (!isSure) {
		requireAskable('autopilot confirm', 'confirms a change', session);
		const { pots } = await session.call('autopilot_status', { decisions: 100 });
		const decisions = pots.flatMap((pot) => pot.decisions);
		const decision = decisions.find(({ decision_id: id }) => id === params.decision_id);
		if (decision !== undefined)
			for (const line of decisionLines(decision, remarkStyle(session))) session.remark(line);
	}
	const what = params.changes === undefined ? 'all suggested changes' : `change ${params.changes.join(', ')}`;
	const question = `${moneyText(await tradingMode(session))} Type yes to confirm ${what}:`;
	await requireYes(question, POT_TEXT.notConfirmed, isSure, session);
	showDecision(await session.call('autopilot_confirm', params), session);
}

async function requireYes(
	question: string,
	refusal: string,
	isSure: boolean,
	session: ServiceSession,
): Promise<void> {
	if (!isSure && !(await hasSaidYes(question, session))) throw new OutcomeError(refusal);
}

async function tradingMode(session: ServiceSession): Promise<TestResult['trading_mode']> {
	return (await session.openCall('test', {})).trading_mode;
}

/** Rejects with UNKNOWN_POT like the call that follows. */
async function onePot(id: string, session: ServiceSession): Promise<Pot | undefined> {
	const { pots } = await session.call('autopilot_status', { pot_id: id, decisions: 0 });
	return pots[0];
}

function showPot(answer: { readonly pot: Pot }, session: ServiceSession): void {
	session.show(answer, () => potLines(answer.pot, session));
}

function showDecision(answer: { readonly decision: PotDecision }, session: ServiceSession): void {
	session.show(answer, () => decisionLines(answer.decision, session));
}
