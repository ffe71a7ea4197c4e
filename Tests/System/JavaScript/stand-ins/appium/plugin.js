// What a plugin extends, as Appium documents it: no server, no log.
exports.BasePlugin = class BasePlugin {
    constructor(name, cliArgs = {}, driverId = null) {
        Object.assign(this, { name, cliArgs, driverId });
    }
};
