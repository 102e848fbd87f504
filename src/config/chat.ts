/** Defines section `chat`: the bots that take commands, and reads their tokens from the environment. */
import * as z from 'zod';
import { section, variableName } from './values.ts';

const SLACK = 'https://slack.com/api';

function isBaseUrl(text: string): boolean {
	const url = URL.parse(text);
	return (
		url !== null &&
		/^https?:$/.test(url.protocol) &&
		url.search === '' &&
		url.hash === '' &&
		url.username === ''
	);
}

/** Section `chat`: names of the variables with the bots' tokens, and the address of Slack. */
export const chatSchema = section(
	'Bots that take commands from Telegram and Slack ([chat.md](chat.md)). Each is off until its tokens are set. Telegram uses the address in alerts.telegramApiUrl.',
	{
		telegramTokenVariable: variableName(
			'Environment variable that holds the token of your Telegram bot. null: no Telegram commands.',
		),
		slackAppTokenVariable: variableName(
			'Environment variable that holds the app-level token of your Slack app (xapp-…). null: no Slack commands.',
		),
		slackBotTokenVariable: variableName(
			'Environment variable that holds the bot token of your Slack app (xoxb-…).',
		),
		slackApiUrl: z
			.string()
			.max(255)
			.refine(isBaseUrl, { error: 'must be an http or https URL without user name, query or fragment' })
			.meta({
				default: SLACK,
				description: 'Base URL of Slack’s Web API. Change it only to test against another server.',
			})
			.optional()
			.transform((given) => given ?? SLACK),
	},
);

/** The settings of section `chat`. */
export type ChatSettings = z.output<typeof chatSchema>;

/** Tokens of the chat bots; null for a platform that is off. */
export type ChatTokens = {
	readonly telegram: string | null;
	readonly slack: { readonly appToken: string; readonly botToken: string } | null;
};

/** Finds Slack settings with only one of the two tokens; returns them as [path, rule]. */
export function chatFaults({
	slackAppTokenVariable: app,
	slackBotTokenVariable: bot,
}: ChatSettings): [string, string][] {
	if ((app === null) === (bot === null)) return [];
	const missing = app === null ? 'slackAppTokenVariable' : 'slackBotTokenVariable';
	return [[`chat.${missing}`, 'must be set too: Slack needs the app token and the bot token']];
}

/**
 * Forms of the tokens (Telegram: https://core.telegram.org/bots/api#authorizing-your-bot; Slack:
 * https://docs.slack.dev/authentication/tokens; both read 2026-11-28).
 */
const FORMS = {
	telegramTokenVariable: /^\d{3,20}:[A-Za-z0-9_-]{20,100}$/,
	slackAppTokenVariable: /^xapp-[A-Za-z0-9-]{8,250}$/,
	slackBotTokenVariable: /^xoxb-[A-Za-z0-9-]{8,250}$/,
} as const;

/** Reads the tokens. `faults` has a sentence for each variable that is empty or holds something else. */
export function readChatTokens(
	settings: ChatSettings,
	env: Readonly<Record<string, string | undefined>>,
): { readonly tokens: ChatTokens; readonly faults: readonly string[] } {
	const faults: string[] = [];
	const read = (name: keyof typeof FORMS): string | null => {
		const variable = settings[name];
		if (variable === null) return null;
		const value = env[variable]?.trim() ?? '';
		if (FORMS[name].test(value)) return value;
		faults.push(
			`chat.${name} names an environment variable that ${value === '' ? 'is empty or not set' : 'holds no such token'}.`,
		);
		return null;
	};
	const telegram = read('telegramTokenVariable');
	const appToken = read('slackAppTokenVariable');
	const botToken = read('slackBotTokenVariable');
	return {
		tokens: { telegram, slack: appToken === null || botToken === null ? null : { appToken, botToken } },
		faults,
	};
}
