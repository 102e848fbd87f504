/**
 * Provides the streams of this process. Standard input is opened only when a command reads it, so that other commands
 * do not wait for it.
 */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import type { Keyboard, Screen, Terminal } from './terminal.ts';

const COLUMNS_WITHOUT = 80;
const ROWS_WITHOUT = 24;

/** Returns this process's terminal. The screen size is read at every call. */
export function processTerminal(): Terminal {
	return {
		keyboard: keyboard(),
		stdout: screen(process.stdout),
		stderr: screen(process.stderr),
		atExit(task) {
			process.on('exit', task);
			return () => process.off('exit', task);
		},
	};
}

function screen(stream: WriteStream): Screen {
	const isTerminal = stream.isTTY === true;
	return {
		isTerminal,
		write: (text) => stream.write(text),
		// The stream of a terminal that does not report its size has 0 columns and rows; the defaults then apply.
		columns: () => (isTerminal ? stream.columns || COLUMNS_WITHOUT : Number.POSITIVE_INFINITY),
		rows: () => (isTerminal ? stream.rows || ROWS_WITHOUT : Number.POSITIVE_INFINITY),
		onResize(task) {
			stream.on('resize', task);
			return () => stream.off('resize', task);
		},
	};
}

function keyboard(): Keyboard {
	let lines: AsyncIterator<string> | undefined;
	return {
		get isTerminal() {
			return process.stdin.isTTY === true;
		},
		async line({ isSecret, prompt = '' }) {
			if (isSecret && process.stdin.isTTY === true) return secretLine(prompt);
			process.stderr.write(prompt);
			lines ??= createInterface({ input: process.stdin, terminal: false })[Symbol.asyncIterator]();
			const { value, done } = await lines.next();
			return done === true ? undefined : value;
		},
		async all(charsMax) {
			let text = '';
			process.stdin.setEncoding('utf8');
			for await (const chunk of process.stdin) {
				text += String(chunk);
				if (text.length > charsMax)
					throw new Error(`Standard input may have at most ${charsMax} characters; it had more.`);
			}
			return text;
		},
		onKey(task) {
			const { stdin } = process;
			if (stdin.isTTY !== true) return () => {};
			const onData = (data: Buffer) => task(data.toString('utf8'));
			stdin.setRawMode(true);
			stdin.on('data', onData);
			stdin.resume();
			return () => {
				stdin.off('data', onData);
				stdin.setRawMode(false);
				stdin.pause();
			};
		},
	};
}

/** Reads one line without echo. readline handles the editing keys, and its own output is discarded. */
function secretLine(prompt: string): Promise<string | undefined> {
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
	// The prompt is written only after readline has turned echo off, so that no typed character is shown.
	process.stderr.write(prompt);
	return new Promise((resolve) => {
		let typed: string | undefined;
		reader.on('line', (text) => {
			typed = text;
			reader.close();
		});
		reader.on('SIGINT', () => {
			reader.close();
			process.kill(process.pid, 'SIGINT');
		});
		reader.on('close', () => {
			process.stderr.write('\n');
			resolve(typed);
		});
	});
}
