/** Where recorded lines are kept. Losing some is no failure of the service: nothing here throws or is waited for. */
export interface RecordingSink {
	/** Takes whole lines that were seen at `at` (ms); its UTC hour names the file. Written within seconds. */
	write(at: number, lines: string): void;
	/** Writes what is held and ends the file. */
	close(): Promise<void>;
}
