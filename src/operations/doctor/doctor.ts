/**
 * Implements `carrywire doctor`, which checks configuration, machine, store, network and exchanges, and says what to
 * do about each failure. It runs whether or not a service is running, changes nothing unless `--probe` is given, and
 * shows no secret.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readChatTokens } from '../../config/chat.ts';
import type { Config } from '../../config/config.ts';
import { CONFIG_FILE, CONFIG_VARIABLE, ConfigError, type ConfigFlags } from '../../config/config-flags.ts';
import { unconfirmedExposures } from '../../config/exposure.ts';
import { loadConfig } from '../../config/load-config.ts';
import { exchangesInUse, isRehearsal } from '../../config/mode-words.ts';
import { readSecrets } from '../../config/read-secrets.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Output } from '../../ports/output.ts';
import { createChatTransport } from '../../runtime/chat-transport.ts';
import { VERSION } from '../../runtime/version.ts';
import { isTradedAt } from '../../venues/facts.ts';
import { LIVE_VARIABLE } from '../live-confirmation.ts';
import { accountFindings, keptSelfChecks, probeFindings } from './accounts.ts';
import { chatFindings } from './chat.ts';
import {
	clockFindings,
	exchangeFindings,
	networkFindings,
	openSources,
	placesOf,
	type Source,
} from './exchanges.ts';
import { type Area, type Finding, type Findings, fail, findingLine, ok, reasonOf, warn } from './finding.ts';
import { dataFindings, nodeFinding, serviceFindings } from './machine.ts';
import { databaseFindings, type OpenedStore, vaultFindings } from './store.ts';
import { ACCOUNT_TEXTS, MACHINE_TEXTS, REMEDIES } from './text.ts';

/** Options for a doctor run. */
export type DoctorQuestion = {
	readonly flags: ConfigFlags;
	readonly json: boolean;
	/** True to place and cancel an order on every account. The order cannot fill. */
	readonly probe: boolean;
};

/** Dependencies of the doctor. */
export type DoctorParts = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly output: Output;
};

/** Runs all checks and prints the findings. Resolves to true if no check failed. */
export async function runDoctor(question: DoctorQuestion, parts: DoctorParts): Promise<boolean> {
	const opened: OpenedStore = { stores: undefined, accounts: [] };
	const found: Finding[] = [];
	try {
		for await (const finding of allFindings(question, parts, opened)) {
			const shown = withoutKeys(finding, opened);
			found.push(shown);
			if (!question.json) parts.output.print(findingLine(shown));
		}
	} finally {
		opened.stores?.close();
	}
	const isWell = found.every(({ state }) => state !== 'FAIL');
	if (question.json) parts.output.print(JSON.stringify({ ok: isWell, findings: found }, null, '\t'));
	else parts.output.remark(summaryOf(found));
	return isWell;
}

async function* allFindings(question: DoctorQuestion, parts: DoctorParts, opened: OpenedStore): Findings {
	const { clock, random, log } = parts;
	yield nodeFinding(process.versions.node);
	let config: Config | undefined;
	for (const finding of configFindings(question, parts, (read) => {
		config = read;
	}))
		yield finding;
	if (config === undefined) {
		yield warn('configuration', MACHINE_TEXTS.skipped, REMEDIES.runAgain);
		return;
	}
	const settings = config;
	yield* guarded('data', dataFindings(settings));
	yield* guarded('database', databaseFindings(settings, opened));
	yield* guarded('vault', vaultFindings(settings, opened, random));
	yield* guarded('service', serviceFindings(settings, clock));
	yield* guarded('chat', botFindings(settings, parts));
	const places = placesOf(settings, { clock, random, log });
	if (places === undefined) {
		yield ok('network', MACHINE_TEXTS.simulatorsOff);
		return;
	}
	const lost = new Set<string>();
	yield* guarded('network', networkFindings(settings.venues, places, lost));
	const sources = openSources(
		settings.venues.filter((venue) => !lost.has(venue)),
		places,
	);
	try {
		yield* guarded('clocks', clockFindings(sources));
		yield* guarded('exchanges', exchangeFindings(sources, clock));
		if (settings.mode === 'paper') yield ok('accounts', ACCOUNT_TEXTS.paper);
		else yield* guarded('accounts', accountFindings(opened, { places, sources }));
		// With `--probe`, the doctor runs the self-checks itself, so it does not show their stored reports.
		yield* guarded(
			'accounts',
			question.probe ? probed(settings, opened, { places, sources }) : keptSelfChecks(opened),
		);
	} finally {
		await Promise.allSettled(sources.map(({ data }) => data.close()));
	}
}

function botFindings(config: Config, { env, clock }: DoctorParts): Findings {
	const { tokens } = readChatTokens(config.chat, env);
	return chatFindings(config, tokens, createChatTransport({ clock, agent: `carrywire/${VERSION}` }));
}

function probed(
	config: Config,
	opened: OpenedStore,
	reaching: Parameters<typeof probeFindings>[1] & { readonly sources: readonly Source[] },
): Findings {
	// An open reader would block the checks from storing their results.
	opened.stores?.close();
	opened.stores = undefined;
	return probeFindings(config, reaching);
}

function configFindings(
	{ flags }: DoctorQuestion,
	{ env, cwd }: DoctorParts,
	onConfig: (config: Config) => void,
): readonly Finding[] {
	const named = flags.config ?? env[CONFIG_VARIABLE];
	const path = resolve(cwd, named ?? CONFIG_FILE);
	const found = ok(
		'configuration',
		existsSync(path) ? MACHINE_TEXTS.readFrom(path) : MACHINE_TEXTS.noFile(path),
	);
	try {
		const config = loadConfig({ flags, env, cwd });
		readSecrets(config, env);
		onConfig(config);
		const exposed = unconfirmedExposures(config).map((sentence) =>
			fail('configuration', sentence, REMEDIES.serveRefuses),
		);
		return [found, modeFinding(config, env), ...exposed];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.message
			.split('\n')
			.map((line) => fail('configuration', reasonOf(line), REMEDIES.fixConfiguration));
	}
}

function modeFinding(config: Config, env: DoctorParts['env']): Finding {
	const said = exchangesInUse(config);
	if (isRehearsal(config)) return warn('configuration', said, REMEDIES.removeRedirect);
	if (config.mode !== 'live' || env[LIVE_VARIABLE] !== undefined) return ok('configuration', said);
	const traded = config.venues.filter(isTradedAt).join(',');
	return ok('configuration', MACHINE_TEXTS.needsLive(said, traded));
}

/** Reports a failure for an area that cannot be checked, so that the other areas are still checked. */
async function* guarded(area: Area, findings: Findings): Findings {
	try {
		yield* findings;
	} catch (error) {
		yield fail(area, MACHINE_TEXTS.notChecked(reasonOf(error)), REMEDIES.runAgain);
	}
}

/**
 * Replaces connected accounts' API keys, secrets and passphrases with `…`, because an exchange may repeat them in its
 * messages.
 */
function withoutKeys(finding: Finding, { accounts }: OpenedStore): Finding {
	const secrets = accounts.flatMap(({ keys: { apiKey, secret, passphrase } }) => [
		apiKey,
		secret,
		passphrase ?? '',
	]);
	const cleaned = (text: string): string =>
		secrets.reduce((left, secret) => (secret === '' ? left : left.replaceAll(secret, '…')), text);
	return {
		...finding,
		said: cleaned(finding.said),
		todo: finding.todo === null ? null : cleaned(finding.todo),
	};
}

function summaryOf(found: readonly Finding[]): string {
	const count = (state: Finding['state']): number =>
		found.filter((finding) => finding.state === state).length;
	return MACHINE_TEXTS.summary(count('ok'), count('warn'), count('FAIL'));
}
