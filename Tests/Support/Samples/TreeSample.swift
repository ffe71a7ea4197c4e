/// Page sources in JSON of one made-up screen, as four tools write them: a caption, a card number, a PIN and a button.
package enum TreeSample: CaseIterable, Sendable {
    case maestroOfAndroid
    case maestroOfApple
    case droidbot
    case webDriverAgent
    case sentryOfAndroid
    case sentryOfApple

    /// The identifiers of the card number and of the PIN.
    package var secrets: [String] {
        switch self {
        case .droidbot: ["com.shop:id/card", "com.shop:id/pin"]
        default: ["card", "pin"]
        }
    }

    /// The page source.
    package var text: String {
        switch self {
        case .maestroOfAndroid: TreeText.maestroOfAndroid
        case .maestroOfApple: TreeText.maestroOfApple
        case .droidbot: TreeText.droidbot
        case .webDriverAgent: TreeText.webDriverAgent
        case .sentryOfAndroid: TreeText.sentryOfAndroid
        case .sentryOfApple: TreeText.sentryOfApple
        }
    }
}

private enum TreeText {
    static let maestroOfAndroid = """
        {
          "attributes" : { },
          "children" : [ {
            "attributes" : { "ignoreBoundsFiltering" : "false" },
            "children" : [ {
              "attributes" : {
                "text" : "", "accessibilityText" : "", "hintText" : "", "ignoreBoundsFiltering" : "false",
                "resource-id" : "", "clickable" : "false", "bounds" : "[0,0][1080,2400]", "enabled" : "true",
                "focused" : "false", "checked" : "false", "scrollable" : "false", "selected" : "false",
                "class" : "android.widget.FrameLayout", "important-for-accessibility" : "true", "error" : ""
              },
              "children" : [ {
                "attributes" : { "text" : "Card number", "bounds" : "[48,200][500,260]", "resource-id" : "caption",
                  "class" : "android.widget.TextView" },
                "children" : [ ], "clickable" : false, "enabled" : true
              }, {
                "attributes" : { "text" : "7402 8320 \\u0039623 3111", "accessibilityText" : "", "hintText" : "Digits",
                  "resource-id" : "card", "bounds" : "[48,280][1032,400]", "enabled" : "true",
                  "class" : "android.widget.EditText" },
                "children" : [ ], "enabled" : true, "focused" : false
              }, {
                "attributes" : { "text" : "•••", "hintText" : "", "resource-id" : "pin", "enabled" : "false",
                  "bounds" : "[48,440][1032,560]", "class" : "com.shop.CodeView" },
                "children" : [ ], "enabled" : false
              }, {
                "attributes" : { "text" : "Pay with 7402832096233111", "resource-id" : "pay",
                  "bounds" : "[48,600][1032,720]", "class" : "android.widget.Button" },
                "children" : [ ], "clickable" : true
              } ]
            } ]
          } ]
        }
        """

    static let maestroOfApple = """
        {
          "attributes" : { "accessibilityText" : "", "title" : "", "value" : "", "text" : "", "hintText" : "",
            "resource-id" : "", "bounds" : "[0,0][0,0]", "enabled" : "false", "focused" : "false",
            "selected" : "false", "checked" : "false" },
          "children" : [ {
            "attributes" : { "accessibilityText" : "Shop", "title" : "", "value" : "", "text" : "", "hintText" : "",
              "resource-id" : "", "bounds" : "[0,0][360,800]", "enabled" : "true", "focused" : "false",
              "selected" : "false", "checked" : "false" },
            "children" : [ {
              "attributes" : { "accessibilityText" : "Card number", "title" : "", "value" : "", "text" : "",
                "hintText" : "", "resource-id" : "caption", "bounds" : "[16,66][166,86]", "enabled" : "true" },
              "children" : [ ], "enabled" : true
            }, {
              "attributes" : { "accessibilityText" : "", "title" : "", "value" : "7402 8320 9623 3111",
                "text" : "7402 8320 9623 3111", "hintText" : "Digits", "resource-id" : "card",
                "bounds" : "[16,93][344,133]", "enabled" : "true" },
              "children" : [ ], "enabled" : true
            }, {
              "attributes" : { "accessibilityText" : "", "title" : "", "value" : "•••", "text" : "•••",
                "hintText" : "", "resource-id" : "pin", "bounds" : "[16,146][344,186]", "enabled" : "false" },
              "children" : [ ], "enabled" : false
            }, {
              "attributes" : { "accessibilityText" : "Pay with 7402832096233111", "title" : "", "value" : "",
                "text" : "", "hintText" : "", "resource-id" : "pay", "bounds" : "[16,200][344,240]",
                "enabled" : "true" },
              "children" : [ ], "enabled" : true
            } ],
            "enabled" : true
          } ]
        }
        """

    static let droidbot = """
        {
          "tag": "2024-01-02_030405", "state_str": "0cc175b9c0f1b6a831c399e269772661",
          "foreground_activity": "com.shop/.Pay", "activity_stack": [ "com.shop/.Pay" ],
          "width": 1080, "height": 2400,
          "views": [
            { "package": "com.shop", "visible": true, "is_password": false, "enabled": true, "text": null,
              "content_description": null, "resource_id": null, "class": "android.widget.FrameLayout",
              "bounds": [ [ 0, 0 ], [ 1080, 2400 ] ], "parent": -1, "children": [ 1, 2, 3, 4 ], "child_count": 4,
              "temp_id": 0, "size": "1080*2400", "view_str": "92eb5ffee6ae2fec3ad71c777531578f" },
            { "text": "Card number", "content_description": null, "resource_id": "com.shop:id/caption",
              "class": "android.widget.TextView", "bounds": [ [ 48, 200 ], [ 500, 260 ] ], "parent": 0,
              "visible": true, "is_password": false, "enabled": true, "children": [], "temp_id": 1 },
            { "text": "7402 8320 9623 3111", "content_description": null, "resource_id": "com.shop:id/card",
              "class": "android.widget.EditText", "bounds": [ [ 48, 280 ], [ 1032, 400 ] ], "parent": 0,
              "visible": true, "is_password": false, "enabled": true, "children": [], "temp_id": 2,
              "signature": "[class]android.widget.EditText[text]7402 8320 9623 3111[enabled,,]",
              "view_str": "4a8a08f09d37b73795649038408b5f33" },
            { "text": null, "content_description": null, "resource_id": "com.shop:id/pin",
              "class": "com.shop.CodeView", "bounds": [ [ 48, 440 ], [ 1032, 560 ] ], "parent": 0,
              "visible": true, "is_password": true, "enabled": false, "children": [], "temp_id": 3 },
            { "text": "Pay with 7402832096233111", "content_description": null, "resource_id": "com.shop:id/pay",
              "class": "android.widget.Button", "bounds": [ [ 48, 600 ], [ 1032, 720 ] ], "parent": 0,
              "visible": true, "is_password": false, "enabled": true, "children": [ 5 ], "temp_id": 4,
              "signature": "[class]android.widget.Button[text]Pay with 7402832096233111[enabled,,]",
              "view_str": "8277e0910d750195b448797616e091ad" },
            { "text": null, "resource_id": null, "class": "android.view.View", "visible": false,
              "bounds": [ [ 2000, 610 ], [ 1080, 700 ] ], "parent": 4, "children": [], "temp_id": 5 }
          ]
        }
        """

    static let webDriverAgent = """
        {
          "type": "Application", "rawIdentifier": null, "name": "Shop", "value": null, "label": "Shop",
          "rect": { "y": 0, "x": 0, "width": 360, "height": 800 }, "frame": "{{0, 0}, {360, 800}}",
          "isEnabled": "1", "isVisible": "1", "isAccessible": "0", "isFocused": "0", "traits": "None",
          "children": [
            { "type": "StaticText", "rawIdentifier": "caption", "name": "caption", "value": null,
              "label": "Card number", "rect": { "x": 16, "y": 66, "width": 150, "height": 20 }, "isEnabled": "1",
              "isVisible": "1" },
            { "label": null, "type": "TextField", "rawIdentifier": "card", "name": "card",
              "value": "7402 8320 9623 3111", "placeholderValue": "Digits", "isEnabled": "1", "isVisible": "1",
              "rect": { "x": 16, "y": 93, "width": 328, "height": 40 }, "customActions": null },
            { "type": "SecureTextField", "rawIdentifier": "pin", "name": "pin", "value": null, "label": null,
              "rect": { "x": 16, "y": 146, "width": 328, "height": 40 }, "isEnabled": "0", "isVisible": "1" },
            { "type": "Button", "rawIdentifier": "pay", "name": "pay", "value": null,
              "label": "Pay with 7402832096233111", "rect": { "x": 16, "y": 200, "width": 328, "height": 40 },
              "isEnabled": "1", "isVisible": "0", "children": [
                { "type": "Other", "rawIdentifier": null, "name": null, "value": null, "label": null,
                  "rect": { "x": -1, "y": -1, "width": 0, "height": 0 }, "isEnabled": "1", "isVisible": "0" } ] }
          ]
        }
        """

    static let sentryOfAndroid = """
        {
          "rendering_system": "android_view_system",
          "windows": [ {
            "type": "com.android.internal.policy.DecorView", "x": 0.0, "y": 0.0, "width": 1080.0, "height": 2400.0,
            "alpha": 1.0, "visibility": "visible",
            "children": [ {
              "type": "android.widget.LinearLayout", "identifier": "form", "x": 48.0, "y": 200.0, "width": 984.0,
              "height": 600.0, "alpha": 1.0, "visibility": "visible",
              "children": [
                { "type": "android.widget.TextView", "identifier": "caption", "x": 0.0, "y": 0.0, "width": 452.0,
                  "height": 60.0, "alpha": 1.0, "visibility": "visible" },
                { "type": "android.widget.EditText", "identifier": "card", "x": 0.0, "y": 80.0, "width": 984.0,
                  "height": 120.0, "alpha": 1.0, "visibility": "visible" },
                { "type": "com.shop.PinEditText", "identifier": "pin", "x": 0.0, "y": 240.0, "width": 984.0,
                  "height": 120.0, "alpha": 1.0, "visibility": "visible" },
                { "type": "android.widget.FrameLayout", "identifier": "gone", "x": 0.0, "y": 400.0, "width": 984.0,
                  "height": 120.0, "alpha": 1.0, "visibility": "gone", "children": [
                    { "type": "@Composable", "tag": "pay", "x": 10.0, "y": 20.0, "width": 100.0, "height": 100.0,
                      "visibility": "visible" } ] }
              ]
            } ]
          } ]
        }
        """

    static let sentryOfApple = """
        {"rendering_system":"UIKIT","windows":[{"type":"UIWindow","width":360.000000,"height":800.000000,"x":0.000000,\
        "y":0.000000,"alpha":1.000000,"visible":true,"children":[{"type":"UIView","width":360,"height":800,"x":0,\
        "y":0,"alpha":1,"visible":true,"view_controller":"Shop.PayViewController","children":[\
        {"type":"UILabel","identifier":"caption","width":150,"height":20,"x":16,"y":66,"alpha":1,"visible":true,\
        "children":[]},\
        {"type":"UITextField","identifier":"card","width":328,"height":40,"x":16,"y":93,"alpha":1,"visible":true,\
        "children":[{"type":"UITextFieldLabel","width":300,"height":30,"x":5,"y":5,"alpha":1,"visible":true,\
        "children":[]}]},\
        {"type":"UITextField","identifier":"pin","width":328,"height":40,"x":16,"y":146,"alpha":1,"visible":true,\
        "children":[]},\
        {"type":"UIScrollView","identifier":"list","width":360,"height":300,"x":0,"y":400,"alpha":1,"visible":true,\
        "children":[{"type":"UIButton","identifier":"pay","width":328,"height":40,"x":16,"y":900,"alpha":1,\
        "visible":false,"children":[]}]}]}]}]}
        """
}
