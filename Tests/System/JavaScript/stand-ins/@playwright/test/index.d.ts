// As much of the types as a fixture extends.
export interface TestType<Fixtures> {
    (title: string, body: (fixtures: Fixtures) => Promise<void>): void;
    extend<More>(more: object): TestType<Fixtures & More>;
}
export const test: TestType<{ page: { screenshot(options?: { path?: string; fullPage?: boolean }): Promise<Uint8Array> } }>;
export function expect(value: unknown): { toBe(other: unknown): void };
