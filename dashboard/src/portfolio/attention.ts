/** Lists what needs manual attention in a portfolio, most urgent first. All figures come from the service. */
import type { ExchangeAccount, ExecutionRecord, Portfolio } from '../../../client/methods.ts';
import { coins, usd } from '../figures/money.ts';
import { venueName } from '../figures/venues.ts';
import type { Said } from '../language/said.svelte.ts';
import { coinOf, hasEnded } from './entry.ts';
import { ATTENTION } from './text.ts';

export type Matter = {
	readonly key: string;
	readonly look: 'bad' | 'warn';
	readonly what: string;
	/** Advice to the user, or why no action is needed. */
	readonly act: string;
	/** Page for the advised action. */
	readonly link?: { readonly href: string; readonly text: string };
};

type PortfolioAccount = Portfolio['accounts'][number];

type Say = (words: Said) => string;

const asSent: Say = ({ message }) => message;

type Shown = {
	readonly executions: readonly ExecutionRecord[];
	readonly accounts: readonly PortfolioAccount[];
	readonly reasons: readonly ({ readonly field: string } & Said)[];
};

/**
 * @param connected result of `account_exchange_pair`; undefined until loaded
 * @param say writes what the service says, in the reader's language
 */
export function mattersOf(
	shown: Shown,
	connected: readonly ExchangeAccount[] | undefined,
	say: Say = asSent,
): readonly Matter[] {
	const matters = [
		...shown.executions.flatMap((entry) => mattersOfExecution(entry, say)),
		...shown.accounts.flatMap((account) => mattersOfAccount(account, shown.reasons, say)),
		...(connected ?? []).flatMap((account) => mattersOfKey(account, say)),
	];
	return matters.toSorted((a, b) => Number(b.look === 'bad') - Number(a.look === 'bad'));
}

/** Sorts executions: those that need attention first, and newest first within both groups. */
export function inOrderOfNeed(executions: readonly ExecutionRecord[]): readonly ExecutionRecord[] {
	return executions.toSorted(
		(a, b) =>
			Number(mattersOfExecution(b).length > 0) - Number(mattersOfExecution(a).length > 0) ||
			Date.parse(b.execution.created_at) - Date.parse(a.execution.created_at),
	);
}

export function mattersOfExecution(entry: ExecutionRecord, say: Say = asSent): readonly Matter[] {
	if (hasEnded(entry)) return [];
	const { advice, execution, risk } = entry;
	const coin = coinOf(entry);
	const position = ATTENTION.position(
		coin,
		venueName(execution.long_exchange),
		venueName(execution.short_exchange),
	);
	const link = {
		href: `/executions/${encodeURIComponent(execution.id)}`,
		text: ATTENTION.details(coin),
	};
	const matters: Matter[] = [];
	if (execution.status === 'needs_attention')
		matters.push({
			key: `${execution.id} status`,
			look: 'bad',
			what: ATTENTION.review(
				position,
				say({ message: execution.status_reason ?? '', sentence: execution.status_sentence }),
			),
			act: ATTENTION.reviewAct,
			link,
		});
	if (risk.net_delta !== 0) {
		const isMoving = execution.status === 'opening' || execution.status === 'closing';
		matters.push({
			key: `${execution.id} delta`,
			look: isMoving ? 'warn' : 'bad',
			what: ATTENTION.unhedged(
				position,
				`${coins(Math.abs(risk.net_delta))} ${coin}`,
				ATTENTION.legs[risk.net_delta > 0 ? 'long' : 'short'],
				usd(risk.unhedged_notional),
			),
			act: isMoving ? ATTENTION.unhedgedMovingAct : ATTENTION.unhedgedAct,
			link,
		});
	}
	if (advice?.action === 'close')
		matters.push({
			key: `${execution.id} carry`,
			look: 'warn',
			what: ATTENTION.reversed(position, say({ message: advice.reason, sentence: advice.sentence })),
			act: ATTENTION.reversedAct,
			link,
		});
	return matters;
}

function mattersOfAccount(account: PortfolioAccount, reasons: Shown['reasons'], say: Say): readonly Matter[] {
	const name = venueName(account.exchange);
	const why = reasons.find(({ field }) => field === `accounts.${account.exchange}`);
	const matters: Matter[] = [];
	if (account.unexplained !== null && account.unexplained !== 0)
		matters.push({
			key: `${account.exchange} unexplained`,
			look: 'bad',
			what: ATTENTION.unexplained(name, usd(account.unexplained, true)),
			act: ATTENTION.unexplainedAct(name),
		});
	if (account.stale)
		matters.push({
			key: `${account.exchange} stale`,
			look: 'bad',
			what: ATTENTION.stale(name, why === undefined ? '' : say(why)),
			act: ATTENTION.staleAct,
			link: { href: '/connections', text: ATTENTION.exchanges },
		});
	if (account.margin_runway !== null && account.margin_runway.add_margin > 0)
		matters.push({
			key: `${account.exchange} margin`,
			look: 'warn',
			what: ATTENTION.margin(
				name,
				say({ message: account.margin_runway.text, sentence: account.margin_runway.sentence }),
			),
			act: ATTENTION.marginAct,
		});
	return matters;
}

function mattersOfKey(
	{ id, exchange, label, health, self_check: check }: ExchangeAccount,
	say: Say,
): readonly Matter[] {
	const link = { href: '/connections', text: ATTENTION.exchanges };
	const account = ATTENTION.account(venueName(exchange), label);
	if (health.status === 'needs_reconnect')
		return [
			{
				key: `${id} key`,
				look: 'bad',
				what: ATTENTION.keyRejected(
					account,
					health.reason === null ? '' : say({ message: health.reason, sentence: health.sentence }),
				),
				act: ATTENTION.keyRejectedAct,
				link,
			},
		];
	const failed = check?.steps.find(({ verdict }) => verdict === 'failed');
	if (check?.status === 'failed')
		return [
			{
				key: `${id} check`,
				look: 'bad',
				what: ATTENTION.checkFailed(account, failed === undefined ? '' : say(failed)),
				act: ATTENTION.checkFailedAct,
				link,
			},
		];
	return [];
}
