/**
 * Checks the keys of connected accounts and reports the accounts' self-checks. It changes nothing without `--probe`.
 */

import { openAccountBook } from '../../accounts/account-book.ts';
import { requireTradingKey } from '../../accounts/key-check.ts';
import { createSelfChecks } from '../../accounts/self-checks.ts';
import { dataDirectories } from '../../app/data-directories.ts';
import { openKeyProvider, readKeys } from '../../app/open-keys.ts';
import type { Config } from '../../config/config.ts';
import { createMarket } from '../../market/market.ts';
import type { SelfCheckStep } from '../../ports/self-check.ts';
import type { VenueCredentials, VenueTrading } from '../../ports/venue.ts';
import { textOf } from '../../sentences/sentence.ts';
import { openVault } from '../../vault/open-vault.ts';
import { isTradedAt } from '../../venues/facts.ts';
import { clockLimits, moduleOf } from '../../venues/modules.ts';
import { openVenueTrading } from '../../venues/shared/trading.ts';
import type { Places, Source } from './exchanges.ts';
import { type Finding, type Findings, fail, ok, reasonOf, warn } from './finding.ts';
import type { KeptAccount, OpenedStore } from './store.ts';
import { ACCOUNT_TEXTS, REMEDIES } from './text.ts';

const PRICES_MS_MAX = 15_000;
const CHECK_MS = 50;

type Reaching = { readonly places: Places; readonly sources: readonly Source[] };

/** Checks for each connected account whether its key works and can trade. */
export async function* accountFindings(opened: OpenedStore, { places, sources }: Reaching): Findings {
	if (opened.accounts.length === 0) yield ok('accounts', ACCOUNT_TEXTS.none);
	for (const account of opened.accounts) {
		const source = sources.find(({ venue }) => venue === account.venue);
		if (source === undefined) {
			yield warn('accounts', ACCOUNT_TEXTS.notReached(nameOf(account), account.venue), REMEDIES.seeVenues);
			continue;
		}
		yield await keyFinding(account, places, source);
	}
}

async function keyFinding(account: KeptAccount, places: Places, source: Source): Promise<Finding> {
	const offsetMs = await source.data.measureClockOffset().catch(() => null);
	const session = openSession(places, account.venue, account.keys, offsetMs);
	try {
		const key = await session.describeKey();
		requireTradingKey(account.venue, key, places.clock.now());
		const { available } = await session.balance();
		const held = (await session.positions()).length;
		return ok('accounts', ACCOUNT_TEXTS.works(nameOf(account), available, held));
	} catch (error) {
		return fail('accounts', `${nameOf(account)}: ${reasonOf(error)}`, REMEDIES.reconnectOrNetwork);
	} finally {
		await session.close();
	}
}

/** Reports each account's last self-check. Only testnet and live mode store self-checks. */
export async function* keptSelfChecks({ accounts, stores }: OpenedStore): Findings {
	if (stores === undefined) return;
	const reports = await stores.selfChecks.reports();
	for (const account of accounts) {
		const report = reports.get(account.accountId);
		if (report === undefined) continue;
		const name = ACCOUNT_TEXTS.selfCheck(nameOf(account), report.checkedAt);
		if (report.verdict === 'passed') yield ok('accounts', ACCOUNT_TEXTS.passed(name));
		else yield stepsFinding(name, report.steps);
	}
}

function stepsFinding(check: string, steps: readonly SelfCheckStep[]): Finding {
	const wrong = steps.find(({ verdict }) => verdict === 'failed' || verdict === 'unknown');
	return fail(
		'accounts',
		ACCOUNT_TEXTS.notPassed(check, wrong?.name, reasonOf(wrong && textOf(wrong.said))),
		REMEDIES.fixSelfCheck,
	);
}

/**
 * Runs the self-check on every account in testnet and live mode, with an order that cannot fill. Use it only while no
 * service runs, because a running service runs the self-check itself.
 */
export async function* probeFindings(config: Config, { places, sources }: Reaching): Findings {
	const stores = dataDirectories().hold(config.dataDir);
	const { clock, random, log } = places;
	const market = createMarket({
		sources: sources.map(({ data }) => data),
		isTraded: isTradedAt,
		clock,
		random,
		log,
		limits: config.marketData,
	});
	try {
		const vault = await openVault({
			keys: openKeyProvider(config, readKeys(config), random),
			store: stores.vault,
			random,
		});
		const book = await openAccountBook({ store: stores.exchangeAccounts, vault, log });
		const checks = await createSelfChecks({
			book,
			store: stores.selfChecks,
			openKey: (venue, keys) =>
				openSession(
					places,
					venue,
					keys,
					market.status(venue).clockOffsetMs,
					(symbol) => market.get(venue, symbol)?.instrument,
				),
			market,
			measureClock: async (venue) => sourceNamed(sources, venue).data.measureClockOffset(),
			clockLimits,
			clock,
			random,
			log,
		});
		try {
			await until(clock, () => sources.every(({ venue }) => market.status(venue).state === 'fresh'));
			for (const account of book.all()) {
				await checks.check(account.accountId);
				const state = checks.stateOf(account.accountId);
				for (const { name, verdict, said } of state?.steps ?? [])
					yield probeFinding(`${nameOf(account)}: ${name}: ${reasonOf(textOf(said))}`, verdict);
			}
		} finally {
			await checks.close();
		}
	} finally {
		await market.close();
		stores.close();
	}
}

function probeFinding(said: string, verdict: SelfCheckStep['verdict']): Finding {
	if (verdict === 'passed') return ok('accounts', said);
	if (verdict === 'warned' || verdict === 'skipped') return warn('accounts', said, REMEDIES.warningOnly);
	return fail('accounts', said, REMEDIES.runAgain);
}

function openSession(
	{ connectionOf }: Places,
	venue: string,
	credentials: VenueCredentials,
	offsetMs: number | null,
	instrumentOf: Parameters<typeof openVenueTrading>[0]['instrumentOf'] = () => undefined,
): VenueTrading {
	return openVenueTrading({
		module: moduleOf(venue),
		credentials,
		instrumentOf,
		clockOffsetMs: () => offsetMs,
		...connectionOf(venue),
	});
}

function sourceNamed(sources: readonly Source[], venue: string): Source {
	const source = sources.find((one) => one.venue === venue);
	if (source !== undefined) return source;
	throw new Error(ACCOUNT_TEXTS.sourceMissing(venue));
}

/** Resolves when `isSo` returns true, or after `PRICES_MS_MAX`. On a timeout, the checks report what is missing. */
function until(clock: Places['clock'], isSo: () => boolean): Promise<void> {
	const end = clock.monotonic() + PRICES_MS_MAX;
	return new Promise((resolve) => {
		const inspect = (): void => {
			if (isSo() || clock.monotonic() > end) resolve();
			else clock.after(CHECK_MS, inspect);
		};
		inspect();
	});
}

function nameOf({ venue, label, accountId }: Pick<KeptAccount, 'venue' | 'label' | 'accountId'>): string {
	return `${venue} ${label} (${accountId})`;
}
